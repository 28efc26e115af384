import { html, raw } from 'hono/html'
import { inSize, publicImageUrl } from '../../../rules/images/image-url.ts'
import { PREVIEW, WIDTHS } from '../../../rules/images/picture-sizes.ts'

interface PictureOptions {
  alt: string
  /** The edge of the square that it fills, in CSS pixels, at its widest. */
  edge: number
  /** How wide it is on which screen, as the attribute `sizes` says it; else always as wide as its edge. */
  sizes?: string
  /** The first picture of a page is wanted at once; the others when they come near. */
  first?: boolean
}

const NO_PICTURE = raw(
  '<svg class="no-picture" viewBox="0 0 24 24" aria-hidden="true"><path fill="none" stroke="currentColor" d="M4 8l1.5-4h13L20 8v12H4zM4 8h16M9.5 12h5"/></svg>',
)

/** A picture in its square, which keeps its place while the picture is on its way. */
export function picture(url: string | null, { alt, edge, sizes, first = false }: PictureOptions) {
  if (!url) return NO_PICTURE
  const source = url.startsWith('/images/')
    ? html`src="${inSize(url, WIDTHS[1]!)}" srcset="${sourceSet(url)}" sizes="${sizes ?? `${edge}px`}"`
    : html`src="${url}"`
  const loading = first ? html`fetchpriority="high"` : html`loading="lazy" decoding="async"`
  return html`<img ${source} alt="${alt}" width="${edge}" height="${edge}" ${loading}>`
}

/** With which a customer has answered. */
export const answerPicture = (path: string, alt: string) =>
  html`<span class="square answer">${picture(path, { alt, edge: 96 })}</span>`

const sourceSet = (path: string) => WIDTHS.map((width) => `${inSize(path, width)} ${width}w`).join(', ')

/** As messengers load it, who know nothing of the page that it stands on. */
export const previewUrl = (url: string, publicUrl: string): string =>
  publicImageUrl(inSize(url, PREVIEW), publicUrl)
