import { html, raw } from 'hono/html'
import { inSize, publicImageUrl } from '../../../rules/images/image-url.ts'
import { PREVIEW, WIDTHS } from '../../../rules/images/picture-sizes.ts'

interface PictureOptions {
  alt: string
  /** The largest edge of its square, in CSS pixels. */
  edge: number
  /** The attribute `sizes`, where the width depends on the screen; otherwise it is always `edge`. */
  sizes?: string
  /** The first picture of a page loads at once, the others when they are scrolled near. */
  first?: boolean
}

const NO_PICTURE = raw(
  '<svg class="no-picture" viewBox="0 0 24 24" aria-hidden="true"><path fill="none" stroke="currentColor" d="M4 8l1.5-4h13L20 8v12H4zM4 8h16M9.5 12h5"/></svg>',
)

/** A picture in a square that keeps its place while the picture loads. */
export function picture(url: string | null, { alt, edge, sizes, first = false }: PictureOptions) {
  if (!url) return NO_PICTURE
  const source = url.startsWith('/images/')
    ? html`src="${inSize(url, WIDTHS[1]!)}" srcset="${sourceSet(url)}" sizes="${sizes ?? `${edge}px`}"`
    : html`src="${url}"`
  const loading = first ? html`fetchpriority="high"` : html`loading="lazy" decoding="async"`
  return html`<img ${source} alt="${alt}" width="${edge}" height="${edge}" ${loading}>`
}

/** A picture with which a customer has answered a question. */
export const answerPicture = (path: string, alt: string) =>
  html`<span class="square answer">${picture(path, { alt, edge: 96 })}</span>`

const sourceSet = (path: string) => WIDTHS.map((width) => `${inSize(path, width)} ${width}w`).join(', ')

/** An absolute URL, because messengers load it without knowing the page. */
export const previewUrl = (url: string, publicUrl: string): string =>
  publicImageUrl(inSize(url, PREVIEW), publicUrl)
