import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import type { Plugin } from 'vite'
import { cssVariables, theme } from './theme.ts'

const NAME = 'virtual:theme.css'

/**
 * Writes the theme's variables into the style sheet at build time. By default Mantine adds a style element in the
 * browser, which a content security policy of style-src 'self' refuses.
 */
export function themeStyles(): Plugin {
  return {
    name: 'theme-styles',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? themeCss() : undefined),
  }
}

function themeCss(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const scheme = {
    variables: {},
    light: { '--mantine-color-scheme': 'light' },
    dark: { '--mantine-color-scheme': 'dark' },
  }
  const sheets = [defaultCssVariablesResolver(merged), cssVariables(), scheme].map((variables) =>
    convertCssVariables(variables, ':root'),
  )
  return [...sheets, `@media print{${onPaper()}}`].join('\n')
}

/** Printing always uses the light scheme. */
const onPaper = () => convertCssVariables({ variables: {}, light: {}, dark: cssVariables().light }, ':root')
