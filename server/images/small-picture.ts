import { loadSharp } from './check-image.ts'

/** The widths in which pictures of ours are served beside their own; browsers choose by their screen. */
export const WIDTHS: readonly number[] = [320, 640, 1280]

const QUALITY = 78
const SECONDS_TO_MAKE = 20
const MOST_WAITING = 20

let turn: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * The picture at most that wide, as WebP. One is made at a time, so that visitors cost at most one thread; undefined
 * where too many wait already, where it moves, or where it cannot be made smaller: then the original serves.
 */
export function smallPicture(bytes: Uint8Array, width: number): Promise<Buffer | undefined> {
  if (waiting >= MOST_WAITING) return Promise.resolve(undefined)
  waiting++
  const made = turn.then(() => make(bytes, width)).finally(() => waiting--)
  turn = made.catch(() => {})
  return made.catch(() => undefined)
}

async function make(bytes: Uint8Array, width: number): Promise<Buffer | undefined> {
  const sharp = await loadSharp()
  const picture = sharp(bytes, { failOn: 'error' })
  if (((await picture.metadata()).pages ?? 1) > 1) return undefined
  const small = await picture
    .resize({ width, withoutEnlargement: true })
    .timeout({ seconds: SECONDS_TO_MAKE })
    .webp({ quality: QUALITY, effort: 2 })
    .toBuffer()
  return small.length < bytes.length ? small : undefined
}
