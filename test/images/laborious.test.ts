import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { animation, GPS, noise, plain } from '../../harness/shops/pictures.ts'
import { gifBlocks, webpBlocks } from '../../server/images/image-blocks.ts'
import { accepted, gifStart, pngChunk, refused, small } from '../help/image-checks.ts'

const behind = (bytes: Buffer, start: number, part: Buffer, count: number) =>
  Buffer.concat([bytes.subarray(0, start), Buffer.alloc(part.length * count, part), bytes.subarray(start)])

describe('an image made of a great many parts', () => {
  test('fill bytes in a JPEG with metadata are dropped, and its pixels kept', async () => {
    const picture = await noise(small).jpeg().withExif(GPS).toBuffer()
    const before = await sharp(picture).raw().toBuffer()
    const { bytes } = await accepted(behind(picture, 2, Buffer.from([0xff]), 5_000_000))
    assert.ok(bytes.length < picture.length, `${bytes.length} bytes are kept`)
    assert.deepEqual(await sharp(bytes).raw().toBuffer(), before)
  })

  test('a JPEG with metadata is encoded anew', async () => {
    const picture = await noise(small).jpeg().withExif(GPS).toBuffer()
    const restart = Buffer.from([0xff, 0xd0])
    const { bytes } = await accepted(behind(picture, 2, restart, 1_000_000))
    assert.equal(Buffer.from(bytes).indexOf(restart), -1)
  })

  const formats = {
    gif: { make: () => noise(small).gif().toBuffer(), start: gifStart, part: '21fe00' },
    png: { make: () => noise(small).png().toBuffer(), start: () => 33, part: '0000000070725674a6878c49' },
    webp: {
      make: () => noise(small).webp().toBuffer(),
      start: ({ length }: Buffer) => length,
      part: '6162636400000000',
    },
  }
  for (const [name, { make, start, part }] of Object.entries(formats)) {
    test(`a ${name} is accepted with 90,000 of them, and refused with more`, async () => {
      const picture = await make()
      const having = (count: number) => {
        const bytes = behind(picture, start(picture), Buffer.from(part, 'hex'), count)
        if (name === 'webp') bytes.writeUInt32LE(bytes.length - 8, 4)
        return bytes
      }
      await accepted(having(90_000))
      await refused(having(110_000), 'format')
    })
  }
})

describe('scans of a JPEG', () => {
  const part = (marker: string, bytes: string) =>
    `ff${marker}${(2 + bytes.length / 2).toString(16).padStart(4, '0')}${bytes}`
  /** A grey JPEG of 8 by 8 pixels: every Huffman code is a single 0 and means end of block. */
  const start = `ffd8${part('db', `00${'01'.repeat(64)}`)}${part('c2', '080008000801011100')}`
  const codes = ['00', '10'].map((table) => part('c4', `${table}01${'00'.repeat(16)}`)).join('')
  const scan = (about: string) => `${part('da', `010100${about}`)}7f`
  /** Refinement scans for each of the 63 AC coefficients separately, one bit at a time. */
  const refinements = Array.from({ length: 63 * 14 }, (_, i) => {
    const wave = (1 + Math.floor(i / 14)).toString(16).padStart(2, '0')
    const bit = 13 - (i % 14)
    return scan(wave + wave + (bit === 13 ? '0' : (bit + 1).toString(16)) + bit.toString(16))
  })
  const having = (scans: number, before = '') =>
    Buffer.from(
      `${start}${codes}${scan('000000')}${before}${refinements.slice(0, scans - 1).join('')}ffd9`,
      'hex',
    )

  test('64 are accepted, and more refused: each may cost as much as all pixels', async () => {
    await accepted(having(64))
    await refused(having(65), 'format')
  })

  test('scans behind bytes that decoders skip are counted too', async () => {
    for (const before of ['ff01', 'abcd', 'ffff', 'ffd0', part('fe', 'ffda'.repeat(100))]) {
      await accepted(having(64, before))
      await refused(having(65, before), 'format')
    }
  })
})

describe('frames of an animation', () => {
  const formats = { gif: [gifBlocks, 'image'], webp: [webpBlocks, 'ANMF'] } as const
  for (const [format, [blocksOf, name]] of Object.entries(formats)) {
    test(`2,000 of one pixel in a ${format} are accepted, and more refused`, async () => {
      const pictures = await animation(format as 'gif' | 'webp', 2, { width: 1, height: 1 })
      const picture = await pictures.toBuffer()
      const { start, end } = blocksOf(picture)!.find(({ kind }) => kind === name)!
      const having = (count: number) => {
        const bytes = behind(picture, start, picture.subarray(start, end), count - 2)
        if (format === 'webp') bytes.writeUInt32LE(bytes.length - 8, 4)
        return bytes
      }
      await accepted(having(2000))
      for (const count of [2001, 100_001]) await refused(having(count), 'format')
    })
  }

  test('of a GIF may be larger than its canvas, up to 50 megapixels together', async () => {
    const shown = await plain({ width: 16, height: 16 }).gif().toBuffer()
    const large = await plain({ width: 1000, height: 1000 }).gif().toBuffer()
    const { start, end } = gifBlocks(large)!.find(({ kind }) => kind === 'image')!
    const having = (count: number) => behind(shown, shown.length - 1, large.subarray(start, end), count)
    await accepted(having(49))
    await refused(having(50), 'format')
  })
})

describe('the compressed texts and profiles of a PNG', () => {
  const long = 'a'.repeat(3_000_000)
  const texts = {
    zTXt: (text: string) => Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(text)]),
    iTXt: (text: string) => Buffer.concat([Buffer.from('Comment\0\x01\0en\0Note\0'), deflateSync(text)]),
    iCCP: (text: string) => Buffer.concat([Buffer.from('Colours\0\0'), deflateSync(text)]),
  }
  for (const [kind, made] of Object.entries(texts)) {
    test(`a PNG is accepted with 6 MB in ${kind}, and refused with more than 8`, async () => {
      const picture = await noise(small).png().toBuffer()
      const having = (count: number) => behind(picture, 33, pngChunk(kind, made(long)), count)
      await accepted(having(2))
      await refused(having(3), 'format')
    })
  }

  test('uncompressed data is not counted, and invalid data as the most it could expand to', async () => {
    const picture = await noise(small).png().toBuffer()
    const having = (kind: string, content: string) => behind(picture, 33, pngChunk(kind, content), 1)
    await accepted(having('iTXt', `Comment\0\0\0en\0Note\0${long}`))
    await accepted(having('tEXt', `Comment\0${long}`))
    await accepted(having('zTXt', 'Comment\0\0not packed'))
    await refused(having('zTXt', `Comment\0\0${'not packed'.repeat(1000)}`), 'format')
  })

  test('a PNG is accepted with 200 compressed texts, and refused with more, even if they are empty', async () => {
    const picture = await noise(small).png().toBuffer()
    const having = (content: string, count: number) => behind(picture, 33, pngChunk('zTXt', content), count)
    await accepted(having('Comment\0\0', 200))
    await refused(having('Comment\0\0', 201), 'format')
  })
})

test('a colour profile of processing elements is refused: any number may share the same bytes', async () => {
  const picture = await noise(small).png().toBuffer()
  const { icc } = await sharp(await noise(small).withIccProfile('p3').png().toBuffer()).metadata()
  const one = '3f800000'
  const none = '00000000'
  const step = `6d617466${none}00030003${one}${none.repeat(3)}${one}${none.repeat(3)}${one}${none.repeat(3)}`
  const steps = Buffer.from(`6d706574${none}0003000300000001000000180000003c${step}`, 'hex')
  const profile = Buffer.concat([icc!, steps])
  profile.writeUInt32BE(profile.length)
  const tag = profile.indexOf('cprt')
  profile.writeUInt32BE(icc!.length, tag + 4)
  profile.writeUInt32BE(steps.length, tag + 8)
  profile.write('D2B0', tag)
  const having = (colours: Buffer) => {
    const packed = Buffer.concat([Buffer.from('Colours\0\0'), deflateSync(colours)])
    return behind(picture, 33, pngChunk('iCCP', packed), 1)
  }
  await accepted(having(icc!))
  await refused(having(profile), 'format')
})
