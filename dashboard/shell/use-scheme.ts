import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'

export function useScheme() {
  const dark = useComputedColorScheme('light') === 'dark'
  // Transitions stay on: switching them off would need a style element that the content security policy refuses.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return { dark, toggle: () => setColorScheme(dark ? 'light' : 'dark') }
}
