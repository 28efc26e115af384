/** The widths in which pictures of ours are served beside their own; browsers choose by their screen. */
export const WIDTHS: readonly number[] = [320, 640, 1280]

export interface PictureSize {
  width: number
  type: 'image/webp' | 'image/jpeg'
}

export const PREVIEW = 'preview'

/** By the name that stands in the address. A preview is for messengers, of which few know WebP. */
export const SIZES: Readonly<Record<string, PictureSize>> = {
  ...Object.fromEntries(WIDTHS.map((width) => [width, { width, type: 'image/webp' }])),
  [PREVIEW]: { width: 640, type: 'image/jpeg' },
}
