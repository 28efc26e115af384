import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'

type Size = { width: number; height: number }

/** Noise, so that a picture is about as large as a photograph of its size. */
export function noise({ width, height }: Size) {
  const grain = { type: 'gaussian', mean: 128, sigma: 30 } as const
  return sharp({ create: { width, height, channels: 3, background: '#808080', noise: grain } })
}

export function plain({ width, height }: Size, background = '#3366cc') {
  return sharp({ create: { width, height, channels: 3, background } })
}

/** Left half red, right half blue: shows which way is up. */
export async function redAndBlue({ width, height }: Size) {
  const right = await plain({ width: width / 2, height }, '#0000ff')
    .png()
    .toBuffer()
  return plain({ width, height }, '#ff0000').composite([{ input: right, gravity: 'east' }])
}

export const GPS = {
  IFD0: { Artist: 'Somebody' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '28/1 36/1 50/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '77/1 12/1 32/1',
  },
}

/** The picture as a camera held sideways stores it: EXIF orientation 6 instead of 1. */
export function turned(picture: Buffer): Buffer {
  const bytes = Buffer.from(picture)
  const entry = bytes.indexOf(Buffer.from([0x12, 0x01, 3, 0, 1, 0, 0, 0, 1, 0]))
  bytes[entry + 8] = 6
  const chunk = bytes.indexOf('eXIf')
  if (bytes.indexOf('PNG') === 1) {
    const end = chunk + 4 + bytes.readUInt32BE(chunk - 4)
    bytes.writeUInt32BE(crc32(bytes.subarray(chunk, end)), end)
  }
  return bytes
}

export async function animation(format: 'gif' | 'webp', frames = 3, size: Size = { width: 60, height: 40 }) {
  const pictures = await Promise.all(Array.from({ length: frames }, () => noise(size).png().toBuffer()))
  const joined = sharp(pictures, { join: { animated: true } })
  return format === 'gif' ? joined.gif({ delay: 100 }) : joined.webp({ delay: 100 })
}

/**
 * A file as a phone's camera writes it: rotated by its EXIF orientation, and larger than an upload may be. It is noise,
 * which compresses badly, so that few pixels make many bytes.
 */
export async function fromCamera(file: string): Promise<string> {
  const [width, height] = [1600, 1210]
  await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .withMetadata({ orientation: 6 })
    .toFile(file)
  return file
}

/** A file of more than 40 megapixels in few bytes. */
export async function vast(file: string): Promise<string> {
  const [width, height] = [8000, 5100]
  await sharp(Buffer.alloc(width * height, 150), { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toFile(file)
  return file
}

/** A small picture whose header claims this size. */
export async function promising({ width, height }: Size): Promise<Buffer> {
  const bytes = await plain({ width: 8, height: 8 }).png().toBuffer()
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

/** A small picture of one colour, encoded for an upload. */
export async function pictureOf(color?: string) {
  const png = await plain({ width: 8, height: 8 }, color).png().toBuffer()
  return `data:image/png;base64,${base64(png)}`
}

export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
