import type { Plugin } from 'vite'

/** Puts the app's style sheet, with that of the components, before those of our parts, as in development. */
export function stylesFirst(): Plugin {
  return {
    name: 'styles-first',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(
          /(.*shared-.*\.css.*\n)(.*index-.*\.css.*\n)/,
          (_, parts: string, app: string) => app + parts,
        ),
    },
  }
}
