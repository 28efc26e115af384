import { loadSharp } from './check-image.ts'

/** The widths in which pictures of ours are served beside their own; browsers choose by their screen. */
export const WIDTHS: readonly number[] = [320, 640, 1280]

interface Size {
  width: number
  type: 'image/webp' | 'image/jpeg'
}

export const PREVIEW = 'preview'

/** By the name that stands in the address. A preview is for messengers, of which few know WebP. */
export const SIZES: Readonly<Record<string, Size>> = {
  ...Object.fromEntries(WIDTHS.map((width) => [width, { width, type: 'image/webp' }])),
  [PREVIEW]: { width: 640, type: 'image/jpeg' },
}

const QUALITY = 78
const SECONDS_TO_MAKE = 20

/** The picture at most that wide; the original serves where it moves, or where a WebP would be no lighter. */
export async function smallPicture(bytes: Uint8Array, { width, type }: Size): Promise<Buffer | 'original'> {
  const sharp = loadSharp()
  const picture = sharp(bytes, { failOn: 'error' })
  if (((await picture.metadata()).pages ?? 1) > 1) return 'original'
  const resized = picture.resize({ width, withoutEnlargement: true }).timeout({ seconds: SECONDS_TO_MAKE })
  if (type === 'image/jpeg')
    return resized.flatten({ background: '#fff' }).jpeg({ quality: QUALITY }).toBuffer()
  const small = await resized.webp({ quality: QUALITY, effort: 2 }).toBuffer()
  return small.length < bytes.length ? small : 'original'
}
