import { html, raw } from 'hono/html'
import { DARK, LIGHT } from '#contract/design.ts'
import { storePath } from '../../rules/stores/customer-paths.ts'
import type { StoreRow } from '../../storage/schema.ts'
import { SCRIPT, STYLE } from './assets.ts'
import { picture } from './parts/picture.ts'
import { storeFoot } from './parts/store-foot.ts'

/** Text that is escaped, or will be when it is awaited. */
export type Html = ReturnType<typeof html>

export interface Page {
  title: string
  body: Html
  /** Shown in the bar at the top; without it, the service's own name. */
  store?: StoreRow | undefined
  /** For search engines and previews; a page without one asks not to be indexed. */
  description?: string | undefined
  /** Further elements of the document's head. */
  head?: Html | undefined
}

/** The frame of every page that a customer sees. */
export async function documentOf({ title, body, store, description, head }: Page): Promise<string> {
  const home = store ? storePath(store.slug) : '/'
  const name = store?.name ?? 'Haat'
  return String(
    await html`<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${description ? html`<meta name="description" content="${description}">` : html`<meta name="robots" content="noindex">`}
<meta name="theme-color" content="${LIGHT.page}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${DARK.page}" media="(prefers-color-scheme: dark)">
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${STYLE.path}">
<script src="${SCRIPT.path}" defer></script>
${head ?? ''}</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="bar"><a href="${home}">${store?.logo ? picture(store.logo, { alt: '', edge: LOGO_EDGE, first: true }) : raw(MARK)}<span>${name}</span></a></header>
<main id="main">${body}</main>
<footer class="foot">${store ? storeFoot(store) : 'Haat, the service behind online stores.'}</footer>
</body>
</html>
`,
  )
}

const LOGO_EDGE = 40

const AWNING = 'M3 4h18l1.5 6a3 3 0 0 1-5.6 1.2 3 3 0 0 1-4.9.6 3 3 0 0 1-4.9-.6A3 3 0 0 1 1.5 10z'
const BOOTH = 'M4 14v6.5h16V14'

const MARK =
  `<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path fill="currentColor" d="${AWNING}"/>` +
  `<path fill="none" stroke="currentColor" stroke-width="1.8" d="${BOOTH}"/></svg>`

const ICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="${LIGHT.accent}" d="${AWNING}"/>` +
    `<path fill="none" stroke="${LIGHT.accent}" stroke-width="1.8" d="${BOOTH}"/></svg>`,
)}`
