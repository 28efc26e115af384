import { PRODUCT_LIMITS } from '#contract/products.ts'
import { boxesIn, only } from './avif-boxes.ts'
import { framesIn, framesOf } from './avif-frames.ts'

const { imagePixelsMax } = PRODUCT_LIMITS
/** A picture and its transparency, each once as it is shown and once as the tiles that it may be made of. */
const MOST_PIXELS = 4 * imagePixelsMax
const MOST_GRIDS = 2
/** Items to decode, and harmless ones beside them. An overlay, which may contain others, is written by no encoder. */
const ITEMS: ReadonlySet<string> = new Set(['av01', 'grid', 'tmap', 'Exif', 'mime'])
const PICTURES: ReadonlySet<string> = new Set(['av01', 'grid'])

type Item = { id: number; kind: string }

/**
 * Whether an AVIF takes more decoding than its size suggests. The decoder decodes every part of a picture, however
 * large and however often it is used: 3 KB can take gigabytes, 40 KB an hour. Parts larger than the table of contents
 * says (ISO/IEC 23008-12) are refused by the decoder.
 */
export function isLaboriousAvif(bytes: Buffer): boolean {
  try {
    const meta = only(bytes, 'meta').subarray(4)
    const frames = framesOf(bytes, meta)
    const items = itemsIn(only(meta, 'iinf'))
    return isTooMuch(items, pixelsIn(only(meta, 'iprp')), (id) => frames.get(id) ?? 1)
  } catch {
    return true // It is cut off, or built in a way that this code cannot follow.
  }
}

function isTooMuch(
  items: readonly Item[],
  pixelsOf: ReadonlyMap<number, number>,
  framesOf: (id: number) => number,
): boolean {
  const pictures = items.filter(({ kind }) => PICTURES.has(kind))
  const pixels = pictures.map(({ id }) => pixelsOf.get(id) ?? Number.POSITIVE_INFINITY)
  return (
    items.some(({ kind }) => !ITEMS.has(kind)) ||
    items.filter(({ kind }) => kind === 'grid').length > MOST_GRIDS ||
    pixels.some((each) => each > imagePixelsMax) ||
    pictures.reduce((sum, { id }, i) => sum + pixels[i]! * framesOf(id), 0) > MOST_PIXELS
  )
}

function itemsIn(list: Buffer): Item[] {
  return boxesIn(list.subarray(list[0] === 0 ? 6 : 8)).map(({ content }) => {
    const hasLongId = content[0] === 3
    const at = hasLongId ? 10 : 8
    return {
      id: hasLongId ? content.readUInt32BE(4) : content.readUInt16BE(4),
      kind: content.toString('latin1', at, at + 4),
    }
  })
}

/** The pixels of each item, by its id. */
function pixelsIn(properties: Buffer): Map<number, number> {
  const areas = boxesIn(only(properties, 'ipco')).map(({ kind, content }) => {
    // Frames in the configuration are decoded before each picture.
    if (kind === 'av1C' && framesIn(content.subarray(4)) > 0) throw new Error('Frames before the picture')
    return kind === 'ispe' ? content.readUInt32BE(4) * content.readUInt32BE(8) : undefined
  })
  const pixels = new Map<number, number>()
  for (const { id, property } of associationsIn(only(properties, 'ipma'))) {
    const area = areas[property - 1]
    if (area !== undefined) pixels.set(id, (pixels.get(id) ?? 0) + area)
  }
  return pixels
}

function* associationsIn(table: Buffer): Generator<{ id: number; property: number }> {
  const hasLongIds = table[0]! > 0
  const hasLongNumbers = (table[3]! & 1) === 1
  const items = table.readUInt32BE(4)
  let at = 8
  for (let item = 0; item < items; item++) {
    const id = hasLongIds ? table.readUInt32BE(at) : table.readUInt16BE(at)
    at += hasLongIds ? 4 : 2
    const count = table.readUInt8(at++)
    for (let n = 0; n < count; n++) {
      yield { id, property: hasLongNumbers ? table.readUInt16BE(at) & 0x7fff : table.readUInt8(at) & 0x7f }
      at += hasLongNumbers ? 2 : 1
    }
  }
}
