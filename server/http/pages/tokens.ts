import {
  DARK,
  DARK_TONES,
  FONT,
  LIGHT,
  LIGHT_TONES,
  MOTION_MS,
  RADIUS,
  SHADOW,
  TEXT_SIZES,
} from '#contract/design.ts'

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const properties = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value};`)
    .join('')

function colours(palette: object, tones: Record<string, { ink: string; tint: string }>): string {
  const plain = Object.entries(palette).map(([name, value]) => [kebab(name), value])
  const toned = Object.entries(tones).flatMap(([name, { ink, tint }]) => [
    [name, ink],
    [`${name}-tint`, tint],
  ])
  return properties(Object.fromEntries([...plain, ...toned]))
}

/** The design as CSS custom properties: `var(--accent)`, `var(--delivered-tint)`, `var(--text-small)`. */
export function tokenCss(): string {
  const sizes = Object.entries(TEXT_SIZES).map(([name, px]) => [`text-${name}`, `${px / 16}rem`])
  const fixed = {
    ...Object.fromEntries(sizes),
    font: FONT,
    radius: `${RADIUS}px`,
    shadow: SHADOW,
    motion: `${MOTION_MS}ms`,
  }
  return (
    `:root{color-scheme:light dark;${properties(fixed)}${colours(LIGHT, LIGHT_TONES)}}` +
    `@media screen and (prefers-color-scheme:dark){:root{${colours(DARK, DARK_TONES)}}}` +
    '@media (prefers-reduced-motion:reduce){:root{--motion:0s;}}'
  )
}
