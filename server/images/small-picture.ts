import type { PictureSize } from '../rules/images/picture-sizes.ts'
import { loadSharp } from './check-image.ts'

const QUALITY = 78
const SECONDS_TO_MAKE = 20

/** The picture at no more than that width. The original is served if it is animated, or a WebP would be no smaller. */
export async function smallPicture(
  bytes: Uint8Array,
  { width, type }: PictureSize,
): Promise<Buffer | 'original'> {
  const sharp = loadSharp()
  const picture = sharp(bytes, { failOn: 'error' })
  if (((await picture.metadata()).pages ?? 1) > 1) return 'original'
  const resized = picture.resize({ width, withoutEnlargement: true }).timeout({ seconds: SECONDS_TO_MAKE })
  if (type === 'image/jpeg')
    return resized.flatten({ background: '#fff' }).jpeg({ quality: QUALITY }).toBuffer()
  const small = await resized.webp({ quality: QUALITY, effort: 2 }).toBuffer()
  return small.length < bytes.length ? small : 'original'
}
