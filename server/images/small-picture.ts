import { loadSharp } from './check-image.ts'

/** The widths in which pictures of ours are served beside their own; browsers choose by their screen. */
export const WIDTHS: readonly number[] = [320, 640, 1280]

const QUALITY = 78
const SECONDS_TO_MAKE = 20

/** The picture at most that wide, as WebP; the original serves where it moves, or where that makes it no lighter. */
export async function smallPicture(bytes: Uint8Array, width: number): Promise<Buffer | 'original'> {
  const sharp = await loadSharp()
  const picture = sharp(bytes, { failOn: 'error' })
  if (((await picture.metadata()).pages ?? 1) > 1) return 'original'
  const small = await picture
    .resize({ width, withoutEnlargement: true })
    .timeout({ seconds: SECONDS_TO_MAKE })
    .webp({ quality: QUALITY, effort: 2 })
    .toBuffer()
  return small.length < bytes.length ? small : 'original'
}
