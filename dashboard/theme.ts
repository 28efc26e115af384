import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import {
  DARK,
  DARK_TONES,
  FONT,
  LIGHT,
  LIGHT_TONES,
  MOTION_MS,
  type Palette,
  RADIUS,
  SHADOW,
  TEXT_SIZES,
  type Tone,
} from '#contract/design.ts'
import { texts } from './texts.ts'

const size = (px: number) => `${px / 16}rem`

const accentShades: MantineColorsTuple = [
  LIGHT.accentTint,
  '#f6e0d2',
  '#efc4a9',
  '#e8a57d',
  DARK.accent,
  '#d3692f',
  LIGHT.accent,
  LIGHT.accentPressed,
  '#8f3a10',
  '#75300d',
]

/** Filled accent buttons use the palette's text colour, which is dark in the dark scheme. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input)
  if (input.variant === 'filled' && input.color === 'danger') {
    return {
      ...colours,
      background: 'var(--haat-danger-filled)',
      hover: 'var(--haat-danger-filled)',
      color: '#fff',
    }
  }
  if (input.variant !== 'filled' || (input.color && input.color !== 'accent')) return colours
  return {
    ...colours,
    background: 'var(--haat-accent)',
    hover: 'var(--haat-accent-pressed)',
    color: 'var(--haat-on-accent)',
  }
}

export const theme = createTheme({
  colors: { accent: accentShades },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 4 },
  variantColorResolver,
  fontFamily: FONT,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  defaultRadius: RADIUS,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontSizes: {
    xs: size(TEXT_SIZES.small),
    sm: size(TEXT_SIZES.small),
    md: size(TEXT_SIZES.body),
    lg: size(TEXT_SIZES.large),
    xl: size(TEXT_SIZES.heading),
  },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: size(TEXT_SIZES.heading), lineHeight: '1.3' },
      h2: { fontSize: size(TEXT_SIZES.body), lineHeight: '1.4' },
      h3: { fontSize: size(TEXT_SIZES.small), lineHeight: '1.4' },
    },
  },
  components: {
    PasswordInput: {
      defaultProps: {
        visibilityToggleButtonProps: { 'aria-label': texts.actions.showPassword, tabIndex: 0 },
      },
    },
    Menu: { defaultProps: { shadow: 'sm', transitionProps: { duration: 100 } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': texts.actions.close } } },
  },
  shadows: { sm: SHADOW, md: SHADOW, lg: SHADOW, xl: SHADOW },
})

const LIGHT_EXTRAS = { sunken: '#F5F3EF', edge: '#8C867D', dangerFilled: '#B3261E' }
const DARK_EXTRAS: typeof LIGHT_EXTRAS = { sunken: '#1E1D1C', edge: '#87827A', dangerFilled: '#B3362D' }

function schemeVariables(palette: Palette, tones: typeof LIGHT_TONES, extras: typeof LIGHT_EXTRAS) {
  const states = Object.entries(tones) as [Tone, { ink: string; tint: string }][]
  return {
    '--haat-page': palette.page,
    '--haat-surface': palette.surface,
    '--haat-sunken': extras.sunken,
    '--haat-line': palette.line,
    '--haat-edge': extras.edge,
    '--haat-ink': palette.ink,
    '--haat-soft': palette.quiet,
    '--haat-accent': palette.accent,
    '--haat-accent-pressed': palette.accentPressed,
    '--haat-accent-tint': palette.accentTint,
    '--haat-on-accent': palette.onAccent,
    '--haat-danger-filled': extras.dangerFilled,
    ...Object.fromEntries(
      states.flatMap(([tone, { ink, tint }]) => [
        [`--haat-${tone}`, ink],
        [`--haat-${tone}-tint`, tint],
      ]),
    ),
    '--mantine-color-text': palette.ink,
    '--mantine-color-body': palette.surface,
    '--mantine-color-dimmed': palette.quiet,
    '--mantine-color-placeholder': palette.quiet,
    '--mantine-color-anchor': palette.accent,
    '--mantine-color-error': tones.failure.ink,
    '--mantine-color-default': palette.surface,
    '--mantine-color-default-color': palette.ink,
    '--mantine-color-default-hover': extras.sunken,
    '--mantine-color-default-border': extras.edge,
    '--mantine-primary-color-filled': palette.accent,
    '--mantine-primary-color-contrast': palette.onAccent,
    '--mantine-color-accent-filled': palette.accent,
  }
}

/** The semantic CSS variables of the style sheets, in both schemes. */
export const cssVariables = () => ({
  variables: { '--haat-motion': `${MOTION_MS}ms` },
  light: schemeVariables(LIGHT, LIGHT_TONES, LIGHT_EXTRAS),
  dark: schemeVariables(DARK, DARK_TONES, DARK_EXTRAS),
})
