import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../api.ts'
import { dropDraftsOf } from '../forms/draft.ts'
import { useSession } from '../session.ts'

export function useScheme() {
  const dark = useComputedColorScheme('light') === 'dark'
  // Transitions stay on: switching them off would need a style element that the content security policy refuses.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return { dark, toggle: () => setColorScheme(dark ? 'light' : 'dark') }
}

/** Leaves nothing of this person in the browser. */
export function useSignOut() {
  const id = useSession()?.person?.id
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (everywhere = false) => {
    await call(everywhere ? 'signOutEverywhere' : 'signOut', {})
    if (id) await dropDraftsOf(id)
    client.clear()
    await navigate({ to: '/sign-in' })
  }
}
