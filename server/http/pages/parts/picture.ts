import { html, raw } from 'hono/html'

export interface PictureOptions {
  alt: string
  /** The edge of the square that it fills, in CSS pixels, at its widest. */
  edge: number
  /** The first picture of a page is wanted at once; the others when they come near. */
  first?: boolean
}

const NO_PICTURE = raw(
  '<svg class="no-picture" viewBox="0 0 24 24" aria-hidden="true"><path fill="none" stroke="currentColor" d="M4 8l1.5-4h13L20 8v12H4zM4 8h16M9.500 12h5"/></svg>'.replace(
    '.500',
    '.5',
  ),
)

/** A picture in its square, which keeps its place while the picture is on its way. */
export function picture(url: string | null, { alt, edge, first = false }: PictureOptions) {
  if (!url) return NO_PICTURE
  return first
    ? html`<img src="${url}" alt="${alt}" width="${edge}" height="${edge}" fetchpriority="high">`
    : html`<img src="${url}" alt="${alt}" width="${edge}" height="${edge}" loading="lazy" decoding="async">`
}
