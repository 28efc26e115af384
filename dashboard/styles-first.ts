import type { Plugin } from 'vite'

/** As when they are read one by one: the sheet of the whole app, with the components' own, before those of our parts. */
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
