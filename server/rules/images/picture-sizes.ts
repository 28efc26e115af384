/** The widths in which our pictures are served besides their original one; browsers choose by screen. */
export const WIDTHS: readonly number[] = [320, 640, 1280]

export interface PictureSize {
  width: number
  type: 'image/webp' | 'image/jpeg'
}

export const PREVIEW = 'preview'

/** By the name used in the address. `preview` is for messengers, few of which can read WebP. */
export const SIZES: Readonly<Record<string, PictureSize>> = {
  ...Object.fromEntries(WIDTHS.map((width) => [width, { width, type: 'image/webp' }])),
  [PREVIEW]: { width: 640, type: 'image/jpeg' },
}
