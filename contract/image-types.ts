/** The image types that Haat stores, by file extension. */
export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif' | 'image/avif'
export type ImageExtension = 'jpg' | 'png' | 'webp' | 'gif' | 'avif'

export const TYPE_OF_EXTENSION: Readonly<Record<ImageExtension, ImageType>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
}

export const IMAGE_TYPES = Object.values(TYPE_OF_EXTENSION)
