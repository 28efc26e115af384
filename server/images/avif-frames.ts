import { boxesIn, only } from './avif-boxes.ts'

const [FRAME_HEADER, FRAME] = [3, 6]
const [IN_FILE, IN_META] = [0, 1]
/** Tiles that look alike may share bytes. On average, a byte may be used this many times. */
const MOST_SHARED = 4
/** There is one per tile, and a picture has a few hundred tiles. */
const MOST_EXTENTS = 10_000

/** The number of AV1 frames of each item: the decoder decodes all of them and shows the last. */
export function framesOf(bytes: Buffer, meta: Buffer): Map<number, number> {
  const [inMeta] = boxesIn(meta).filter(({ kind }) => kind === 'idat')
  const places = [bytes, inMeta?.content ?? Buffer.alloc(0)]
  const pieces = new Map<number, Buffer[]>()
  let left = MOST_SHARED * bytes.length
  let extents = 0
  for (const { id, place, start, length } of extentsIn(only(meta, 'iloc'))) {
    const piece = places[place]!.subarray(start, start + length)
    left -= piece.length
    if (left < 0) throw new Error('Items that all share the same bytes')
    if (++extents > MOST_EXTENTS) throw new Error('Items in too many pieces')
    const own = pieces.get(id)
    if (own) own.push(piece)
    else pieces.set(id, [piece])
  }
  return new Map([...pieces].map(([id, all]) => [id, framesIn(Buffer.concat(all))]))
}

interface Extent {
  id: number
  place: number
  start: number
  length: number
}

function* extentsIn(table: Buffer): Generator<Extent> {
  const version = table[0]!
  const [sizes, more] = [table[4]!, table[5]!]
  const reader = new Reader(table, 6)
  const idBytes = version < 2 ? 2 : 4
  for (let items = reader.next(idBytes); items > 0; items--) {
    const id = reader.next(idBytes)
    const place = version > 0 ? reader.next(2) & 15 : IN_FILE
    if (place !== IN_FILE && place !== IN_META) throw new Error('An item within another')
    reader.next(2)
    const base = reader.next(more >> 4)
    for (let extents = reader.next(2); extents > 0; extents--) {
      if (version > 0) reader.next(more & 15)
      const start = base + reader.next(sizes >> 4)
      const length = reader.next(sizes & 15)
      if (length === 0) throw new Error('An item without its length')
      yield { id, place, start, length }
    }
  }
}

class Reader {
  readonly #bytes: Buffer
  #at: number

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  /** A number of 0, 2, 4 or 8 bytes. */
  next(size: number): number {
    const at = this.#at
    this.#at += size
    if (size === 8) return Number(this.#bytes.readBigUInt64BE(at))
    return size === 0 ? 0 : this.#bytes.readUIntBE(at, size)
  }
}

/** Counts the headers of frames, as far as the stream is AV1. */
export function framesIn(stream: Buffer): number {
  let frames = 0
  for (let at = 0; at < stream.length; ) {
    const header = stream[at]!
    const kind = (header >> 3) & 15
    if (kind === FRAME_HEADER || kind === FRAME) frames++
    at += header & 4 ? 2 : 1
    if (!(header & 2)) break // It has no length and goes on to the end.
    let [size, shift] = [0, 0]
    for (let more = true; more && at < stream.length; shift += 7) {
      const part = stream[at++]!
      size += (part & 127) * 2 ** shift
      more = part > 127
    }
    at += size
  }
  return frames
}
