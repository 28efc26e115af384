import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noise } from '../../harness/shops/pictures.ts'
import { isLaboriousAvif } from '../../server/images/avif-work.ts'
import { checkImage } from '../../server/images/check-image.ts'

const number = (bytes: number) => (value: number) => {
  const written = Buffer.alloc(bytes)
  written.writeUIntBE(value, 0, bytes)
  return written
}
const [u8, u16, u32] = [number(1), number(2), number(4)]

const box = (kind: string, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts)
  return Buffer.concat([u32(content.length + 8), Buffer.from(kind), content])
}
const full = (kind: string, version: number, ...parts: Buffer[]) =>
  box(kind, u32(version * 2 ** 24), ...parts)

/** The content of the first box of this kind, found by its name. */
function within(bytes: Buffer, kind: string) {
  const at = bytes.indexOf(kind)
  return bytes.subarray(at + 4, at - 4 + bytes.readUInt32BE(at - 4))
}

/** The header bytes of AV1 units (OBUs) without a size field: such a unit extends to the end of the data. */
const BEFORE = { nothing: [], 'a setting': [5 << 3], 'a frame': [6 << 3] }

interface Wish {
  kind?: string
  count?: number
  derived?: number
  isShared?: boolean
  before?: keyof typeof BEFORE
  /** The number of frames. */
  frames?: number
  /** The number of extents that its bytes are split into; all but the first hold one byte. */
  pieces?: number
  /** The size that the property table gives each picture. */
  tile?: [width: number, height: number]
}

/** A file with the same picture several times, and one or more derived pictures that combine them side by side. */
async function made({
  kind = 'grid',
  count = 2,
  derived = 1,
  frames = 1,
  pieces = 1,
  isShared = false,
  before = 'nothing',
  tile = [64, 64],
}: Wish = {}) {
  const plain = await noise({ width: 64, height: 64 }).avif({ effort: 0 }).toBuffer()
  const pixels = Buffer.concat(Array(frames).fill(within(plain, 'mdat')))
  const [width, height] = [64 * count, 64]
  const tiles = Array.from({ length: count }, (_, i) => i + 1)
  const whole = Array.from({ length: derived }, (_, i) => count + i + 1)
  const recipe =
    kind === 'grid'
      ? [u8(0), u8(0), u8(0), u8(count - 1), u16(width), u16(height)]
      : [u16(0), ...[0, 0, 0, 65535, width, height].map(u16), ...tiles.map((i) => u32((i - 1) * 64 * 65536))]
  const size = (w: number, h: number) => full('ispe', 0, u32(w), u32(h))
  const properties = box(
    'ipco',
    box('av1C', within(plain, 'av1C'), Buffer.from(BEFORE[before])),
    size(...tile),
    size(width, height),
  )
  const associations = full(
    'ipma',
    0,
    u32(count + derived),
    ...tiles.map((id) => Buffer.from([0, id, 2, 0x81, 2])),
    ...whole.map((id) => Buffer.from([0, id, 1, 3])),
  )
  const item = (id: number, type: string, hidden: number) =>
    box('infe', u32(2 * 2 ** 24 + hidden), u16(id), u16(0), Buffer.from(`${type}\0`))
  const place = (id: number, how: number, at: number, length: number) => [
    ...[id, how, 0, pieces].map(u16),
    ...[at, length].map(u32),
    ...Array.from({ length: pieces - 1 }, () => [at, 1].map(u32)).flat(),
  ]
  const idat = box('idat', ...recipe)
  const meta = (at: number) =>
    full(
      'meta',
      0,
      box('hdlr', within(plain, 'hdlr')),
      full('pitm', 0, u16(count + 1)),
      full(
        'iloc',
        1,
        Buffer.from([0x44, 0]),
        u16(count + derived),
        ...tiles.flatMap((id) => place(id, 0, at + (isShared ? 0 : id - 1) * pixels.length, pixels.length)),
        ...whole.flatMap((id) => place(id, 1, 0, idat.length - 8)),
      ),
      full(
        'iinf',
        0,
        u16(count + derived),
        ...tiles.map((id) => item(id, 'av01', 1)),
        ...whole.map((id) => item(id, kind, 0)),
      ),
      full('iref', 0, ...whole.map((id) => box('dimg', u16(id), u16(count), ...tiles.map(u16)))),
      box('iprp', properties, associations),
      idat,
    )
  const begin = box('ftyp', within(plain, 'ftyp'))
  return Buffer.concat([
    begin,
    meta(begin.length + meta(0).length + 8),
    box('mdat', ...Array(isShared ? 1 : count).fill(pixels)),
  ])
}

const problemOf = async (bytes: Buffer) => {
  const checked = await checkImage(bytes, 'a store')
  return 'problem' in checked ? checked.problem : undefined
}

test('a plain AVIF, one with transparency and one made of tiles are accepted', async () => {
  const opaque = noise({ width: 64, height: 64 })
  for (const picture of [opaque, opaque.clone().ensureAlpha(0.5)]) {
    assert.equal(isLaboriousAvif(await picture.avif({ effort: 0 }).toBuffer()), false)
  }
  assert.equal(await problemOf(await made()), undefined)
})

test('an overlay is refused: it decodes each of its pictures, however large, each time it is placed', async () => {
  assert.equal(await problemOf(await made({ kind: 'iovl' })), 'format')
})

test('tiles may have 40 megapixels each, and 160 together with their grid', async () => {
  assert.equal(isLaboriousAvif(await made({ count: 3, tile: [8000, 5000] })), false)
  assert.equal(isLaboriousAvif(await made({ count: 1, tile: [8000, 5001] })), true)
  assert.equal(isLaboriousAvif(await made({ count: 5, tile: [8000, 5000] })), true)
})

test('at most two derived pictures are accepted, as grids of grids could share tiles without end', async () => {
  assert.equal(isLaboriousAvif(await made({ derived: 2 })), false)
  assert.equal(isLaboriousAvif(await made({ derived: 3 })), true)
})

test('each frame counts as a picture, since all frames are decoded to show the last', async () => {
  assert.equal(await problemOf(await made({ count: 1, frames: 3 })), undefined)
  assert.equal(isLaboriousAvif(await made({ count: 1, frames: 3, tile: [8000, 5000] })), false)
  assert.equal(isLaboriousAvif(await made({ count: 1, frames: 5, tile: [8000, 5000] })), true)
})

test('pictures may share bytes, but not hundreds the same ones', async () => {
  assert.equal(isLaboriousAvif(await made({ isShared: true })), false)
  assert.equal(isLaboriousAvif(await made({ isShared: true, count: 250, tile: [8, 8] })), true)
})

test('a picture may be stored in at most 5,000 pieces', async () => {
  assert.equal(isLaboriousAvif(await made({ count: 1, pieces: 5000 })), false)
  assert.equal(isLaboriousAvif(await made({ count: 1, pieces: 5001 })), true)
})

test('frames in the data before each picture are counted, too', async () => {
  assert.equal(isLaboriousAvif(await made({ before: 'a setting' })), false)
  assert.equal(isLaboriousAvif(await made({ before: 'a frame' })), true)
})

test('a truncated or ambiguous structure is refused', async () => {
  const whole = await made()
  const end = whole.indexOf('mdat') - 4
  for (let length = 0; length < end; length += 7)
    assert.equal(isLaboriousAvif(whole.subarray(0, length)), true, `${length} of ${end} bytes`)
  const twice = Buffer.concat([whole, whole.subarray(whole.indexOf('meta') - 4, end)])
  assert.equal(isLaboriousAvif(twice), true)
})
