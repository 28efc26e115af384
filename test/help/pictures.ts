import sharp from 'sharp'

export type Size = { width: number; height: number }

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

export async function animation(format: 'gif' | 'webp', frames = 3, size: Size = { width: 60, height: 40 }) {
  const pictures = await Promise.all(Array.from({ length: frames }, () => noise(size).png().toBuffer()))
  const joined = sharp(pictures, { join: { animated: true } })
  return format === 'gif' ? joined.gif({ delay: 100 }) : joined.webp({ delay: 100 })
}

export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
