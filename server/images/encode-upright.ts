import type { Metadata, Sharp } from 'sharp'
import type { ImageExtension } from '#contract/image-types.ts'
import { outputWithin } from './output-within.ts'

const SECONDS_TO_ENCODE = 120
const KEPT_COLOUR_SPACES: readonly string[] = ['b-w', 'grey16', 'rgb16']

/** Rotates the picture as its orientation says, and re-encodes it with no metadata but its colour profile. */
export async function encodeUpright(image: Sharp, metadata: Metadata, extension: ImageExtension) {
  const upright = (metadata.pages ?? 1) > 1 ? image : image.autoOrient()
  const plain = upright.keepIccProfile()
  if (KEPT_COLOUR_SPACES.includes(metadata.space)) plain.toColourspace(metadata.space)
  // Copied, because memory that sharp allocated cannot be transferred to another thread.
  return new Uint8Array(await outputWithin(SECONDS_TO_ENCODE, encode(plain, metadata, extension)))
}

function encode(image: Sharp, metadata: Metadata, extension: ImageExtension): Sharp {
  switch (extension) {
    case 'jpg': {
      const chromaSubsampling = metadata.chromaSubsampling?.startsWith('4:4:4') ? '4:4:4' : '4:2:0'
      return image.jpeg({ quality: 92, chromaSubsampling, progressive: metadata.isProgressive })
    }
    case 'png':
      return image.png({ compressionLevel: 6 })
    case 'webp':
      return image.webp({ quality: 92, effort: 2 })
    case 'gif':
      return image.gif()
    case 'avif':
      return image.avif({ quality: 80, effort: 2 })
  }
}
