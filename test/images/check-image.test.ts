import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createRequire, registerHooks } from 'node:module'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { animation, GPS, noise, plain, promising, redAndBlue, turned } from '../../harness/shops/pictures.ts'
import { checkImage } from '../../server/images/check-image.ts'
import { webpBlocks } from '../../server/images/image-blocks.ts'
import { outputWithin } from '../../server/images/output-within.ts'
import { accepted, blackPng, gifStart, pngChunk, refused, small } from '../help/image-checks.ts'

test('sharp is loaded again when next needed if its native part could not be read', async () => {
  const fresh = '../../server/images/check-image.ts?not-yet-loaded'
  const { loadSharp }: typeof import('../../server/images/check-image.ts') = await import(fresh)
  const { cache } = createRequire(import.meta.url)
  for (const path of Object.keys(cache)) if (/[\\/]sharp[\w-]*[\\/].*\.cjs$/.test(path)) delete cache[path]
  const unreadable = registerHooks({
    resolve(specifier, context, next) {
      if (/^@img\/sharp-/.test(specifier)) throw new Error('away for a moment')
      return next(specifier, context)
    },
  })
  assert.throws(loadSharp, /away for a moment/)
  unreadable.deregister()
  assert.equal(typeof loadSharp(), 'function')
})

test('metadata is also stripped when the same bytes are checked again', async () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const bytes = await noise(small).toFormat(format).withExif(GPS).toBuffer()
    const [first, second] = [await accepted(bytes), await accepted(bytes)]
    assert.ok(!Buffer.from(second.bytes).includes('Somebody'), format)
    assert.deepEqual(second.bytes.subarray(0, first.bytes.length), first.bytes)
  }
})

const somebodys = (format: 'jpeg' | 'png') => noise(small).toFormat(format).withExif(GPS).toBuffer()

describe('an image without metadata', () => {
  const formats = {
    jpeg: { make: () => noise(small).jpeg().toBuffer(), type: 'image/jpeg', extension: 'jpg' },
    'progressive jpeg': {
      make: () => noise(small).jpeg({ progressive: true }).toBuffer(),
      type: 'image/jpeg',
      extension: 'jpg',
    },
    png: { make: () => noise(small).png().toBuffer(), type: 'image/png', extension: 'png' },
    'interlaced png': {
      make: () => noise(small).png({ progressive: true }).toBuffer(),
      type: 'image/png',
      extension: 'png',
    },
    webp: { make: () => noise(small).webp().toBuffer(), type: 'image/webp', extension: 'webp' },
    gif: { make: () => noise(small).gif().toBuffer(), type: 'image/gif', extension: 'gif' },
    avif: { make: () => noise(small).avif({ effort: 0 }).toBuffer(), type: 'image/avif', extension: 'avif' },
    'animated gif': {
      make: async () => (await animation('gif')).toBuffer(),
      type: 'image/gif',
      extension: 'gif',
    },
    'animated webp': {
      make: async () => (await animation('webp')).toBuffer(),
      type: 'image/webp',
      extension: 'webp',
    },
  }
  for (const [name, { make, type, extension }] of Object.entries(formats)) {
    test(`a ${name} is kept byte for byte`, async () => {
      const bytes = await make()
      const image = await accepted(bytes)
      assert.deepEqual(Buffer.from(image.bytes), bytes)
      assert.equal(image.type, type)
      assert.equal(image.extension, extension)
      assert.equal(image.hash, createHash('sha256').update(bytes).digest('hex'))
    })

    test(`a ${name} cut short anywhere is refused`, async () => {
      const bytes = await make()
      for (const share of [0.1, 0.5, 0.9]) await refused(bytes.subarray(0, bytes.length * share), 'format')
      for (const missing of [1, 12]) await refused(bytes.subarray(0, bytes.length - missing), 'format')
    })
  }
})

describe('an invalid or unsupported image', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'
  const cases: Record<string, () => Promise<Uint8Array> | Uint8Array> = {
    'no bytes at all': () => new Uint8Array(0),
    'random bytes': () => Buffer.from('not an image, whatever its name says'),
    'an SVG': () => Buffer.from(svg),
    'a TIFF': () => plain(small).tiff().toBuffer(),
    'a PDF': () => Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF'),
    'a GIF header before a script': () => Buffer.from('GIF89a/*\x00\x00\x00*/=alert(1);//'),
    'a JPEG header before a page': () =>
      Buffer.concat([Buffer.from('ffd8ffe000104a46494600', 'hex'), Buffer.from('<html>')]),
    'a PNG whose pixels are damaged': async () => {
      const bytes = await noise(small).png().toBuffer()
      bytes.fill(0, 4000, 4020)
      return bytes
    },
  }
  for (const [name, make] of Object.entries(cases)) {
    test(`${name} is refused`, async () => refused(await make(), 'format'))
  }
})

describe('megapixels', () => {
  test('40 of them are accepted, one row more is refused', async () => {
    await accepted(blackPng({ width: 8000, height: 5000 }))
    await refused(blackPng({ width: 8000, height: 5001 }), 'megapixels')
  })

  test('a header with giant dimensions is refused without decoding', async () => {
    await refused(await promising({ width: 60_000, height: 60_000 }), 'megapixels')
  })

  test('an animation counts as one frame, up to a limit for all of its frames', async () => {
    const still = await plain({ width: 1000, height: 1000 }).gif().toBuffer()
    const picture = still.lastIndexOf(Buffer.from([0x2c, 0, 0, 0, 0]))
    const frames = (count: number) =>
      Buffer.concat([
        still.subarray(0, picture),
        ...Array(count).fill(still.subarray(picture, -1)),
        Buffer.from(';'),
      ])
    await accepted(frames(50))
    await refused(frames(51), 'megapixels')
  })
})

describe('the queue of checks', () => {
  test('serves a client with many images in turns with the others', async () => {
    const bytes = await plain(small).png().toBuffer()
    const checked: string[] = []
    const check = (whose: string) => checkImage(bytes, whose).then(() => checked.push(whose))
    await Promise.all([check('many'), check('many'), check('many'), check('few'), check('few'), check('one')])
    assert.deepEqual(checked, ['many', 'few', 'one', 'many', 'few', 'many'])
  })

  test('answers 503 for a picture that takes too long, so that it can be sent again', async () => {
    const endless = noise({ width: 16_000, height: 16_000 }).jpeg()
    await assert.rejects(outputWithin(1, endless), {
      status: 503,
      message: 'Service is busy, please try again',
    })
  })
})

describe('an image with metadata', () => {
  const encoders = {
    jpeg: () => noise(small).jpeg(),
    png: () => noise(small).png(),
    webp: () => noise(small).webp(),
    avif: () => noise(small).avif({ effort: 0 }),
  }
  for (const [name, encode] of Object.entries(encoders)) {
    for (const side of ['upright', 'sideways']) {
      test(`a ${name} taken ${side} loses its location, its author and its XMP`, async () => {
        const told = encode().withExif(GPS).withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
        const upright = await told.toBuffer()
        const bytes = side === 'upright' ? upright : turned(upright)
        assert.ok((await sharp(bytes).metadata()).exif?.includes('Somebody'))
        const image = await accepted(bytes)
        const { exif, xmp, iptc, orientation } = await sharp(image.bytes).metadata()
        assert.deepEqual([exif, xmp, iptc, orientation], [undefined, undefined, undefined, undefined])
        assert.ok(!Buffer.from(image.bytes).includes('Somebody'))
        assert.equal(image.hash, createHash('sha256').update(image.bytes).digest('hex'))
      })
    }
  }

  const pixels = (bytes: Uint8Array) => sharp(bytes, { pages: -1 }).raw().toBuffer()
  const keepers = {
    jpeg: async () => noise(small).jpeg(),
    'progressive jpeg': async () => noise(small).jpeg({ progressive: true }),
    png: async () => noise(small).png(),
    webp: async () => noise(small).webp(),
    'animated webp': () => animation('webp'),
  }
  for (const [name, make] of Object.entries(keepers)) {
    test(`an upright ${name} keeps every pixel`, async () => {
      const bytes = await (await make()).withExif(GPS).toBuffer()
      const before = await pixels(bytes)
      assert.deepEqual(await pixels((await accepted(bytes)).bytes), before)
    })
  }

  test('a JPEG loses an appended second picture and the comments within', async () => {
    const picture = await noise(small).jpeg().withExif(GPS).toBuffer()
    const note = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 12]), Buffer.from('28.6N 77.2')])
    const bytes = Buffer.concat([picture.subarray(0, 2), note, picture.subarray(2), picture])
    const image = await accepted(bytes)
    assert.ok(!Buffer.from(image.bytes).includes('28.6N'))
    assert.ok(!Buffer.from(image.bytes).includes('Somebody'))
    assert.equal(Buffer.from(image.bytes).lastIndexOf(Buffer.from([0xff, 0xd8])), 0)
  })

  const appended = {
    'a second JPEG': async () => [await noise(small).jpeg().toBuffer(), await somebodys('jpeg')],
    'EXIF behind its end': async () => [
      await noise(small).png().toBuffer(),
      (await somebodys('png')).subarray(8),
    ],
    'a film behind its end': async () => [await noise(small).webp().toBuffer(), Buffer.from('moov Somebody')],
    'a comment behind its end': async () => [
      await noise(small).gif().toBuffer(),
      Buffer.from('Exif Somebody'),
    ],
  }
  for (const [name, make] of Object.entries(appended)) {
    test(`a picture without metadata loses ${name}, and keeps every byte of its own`, async () => {
      const [picture, more] = (await make()) as [Buffer, Buffer]
      const { bytes } = await accepted(Buffer.concat([picture, more]))
      assert.deepEqual(Buffer.from(bytes), picture)
    })
  }

  test('a JPEG loses the EXIF between its pixels and its end', async () => {
    const picture = await noise(small).jpeg().toBuffer()
    const block = Buffer.from('\xff\xe1\x00\x12Exif\0\0Somebody\0\0', 'latin1')
    const { bytes } = await accepted(Buffer.concat([picture.subarray(0, -2), block, picture.subarray(-2)]))
    assert.deepEqual(Buffer.from(bytes), picture)
  })

  test('a JPEG with stray bytes between its parts is encoded anew, without what is hidden there', async () => {
    const picture = await noise(small).jpeg().toBuffer()
    const stray = Buffer.from('Somebody')
    const { bytes } = await accepted(Buffer.concat([picture.subarray(0, 20), stray, picture.subarray(20)]))
    assert.ok(!Buffer.from(bytes).includes('Somebody'))
  })

  test('a photograph taken sideways is turned upright', async () => {
    const picture = await redAndBlue({ width: 80, height: 40 })
    const sideways = turned(await picture.jpeg().withExif(GPS).toBuffer())
    assert.equal((await sharp(sideways).metadata()).orientation, 6)
    const image = await accepted(sideways)
    const { data, info } = await sharp(image.bytes).raw().toBuffer({ resolveWithObject: true })
    assert.deepEqual([info.width, info.height], [40, 80])
    assert.equal((await sharp(image.bytes).metadata()).orientation, undefined)
    const pixel = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
    ]
    const [top, bottom] = [pixel(20, 10), pixel(20, 70)]
    assert.ok(top[0]! > 200 && top[2]! < 50, `red on top, not ${top}`)
    assert.ok(bottom[2]! > 200 && bottom[0]! < 50, `blue below, not ${bottom}`)
  })

  test('the colour profile stays', async () => {
    const upright = await noise(small).withIccProfile('p3').jpeg().withExif(GPS).toBuffer()
    for (const bytes of [upright, turned(upright)]) {
      const before = await sharp(bytes).metadata()
      const after = await sharp((await accepted(bytes)).bytes).metadata()
      assert.ok(before.icc)
      assert.deepEqual(after.icc, before.icc)
    }
  })

  test('a grey picture stays grey and deep colours stay deep, also when turned', async () => {
    for (const space of ['b-w', 'grey16', 'rgb16'] as const) {
      const bytes = turned(await noise(small).toColourspace(space).png().withExif(GPS).toBuffer())
      assert.equal((await sharp(bytes).metadata()).orientation, 6)
      const { space: after, width } = await sharp((await accepted(bytes)).bytes).metadata()
      assert.deepEqual([after, width], [space, small.height])
    }
  })

  test('an animated WebP keeps its frames and their times', async () => {
    const bytes = await (await animation('webp')).withExif(GPS).toBuffer()
    const { pages, delay, exif } = await sharp((await accepted(bytes)).bytes).metadata()
    assert.deepEqual({ pages, delay, exif }, { pages: 3, delay: [100, 100, 100], exif: undefined })
  })

  describe('a WebP with metadata that its header does not announce', async () => {
    const riff = (...chunks: Buffer[]) => {
      const bytes = Buffer.concat([Buffer.from('RIFF....WEBP'), ...chunks])
      bytes.writeUInt32LE(bytes.length - 8, 4)
      return bytes
    }
    const told = await noise(small).webp().withExif(GPS).withXmp('<x:xmpmeta>Somebody</x:xmpmeta>').toBuffer()
    const chunk = (kind: string) => {
      const { start, end } = webpBlocks(told)!.find((block) => block.kind === kind)!
      return Buffer.from(told.subarray(start, end))
    }
    const header = chunk('VP8X')
    header[8] = 0
    const files = {
      'EXIF behind a header without its flag': riff(header, chunk('VP8 '), chunk('EXIF')),
      'XMP behind a header without its flag': riff(header, chunk('VP8 '), chunk('XMP ')),
      'EXIF and no header': riff(chunk('VP8 '), chunk('EXIF')),
      'XMP and no header': riff(chunk('VP8 '), chunk('XMP ')),
    }
    for (const [name, bytes] of Object.entries(files)) {
      test(`${name}: the metadata is removed, and every pixel kept`, async () => {
        const before = await pixels(bytes)
        const kept = Buffer.from((await accepted(bytes)).bytes)
        assert.ok(!kept.includes('Somebody'))
        assert.match(
          webpBlocks(kept)!
            .map(({ kind }) => kind)
            .join(),
          /^RIFF,(VP8X,)?VP8 $/,
        )
        assert.deepEqual(await pixels(kept), before)
      })
    }
  })

  describe('a PNG with metadata behind its pixels', () => {
    const holding = async (part: Buffer) => {
      const picture = await noise(small).png().toBuffer()
      return Buffer.concat([picture.subarray(0, -12), part, picture.subarray(-12)])
    }
    const parts = {
      EXIF: pngChunk('eXIf', 'II*\0\x08\0\0\0\0\0\0\0\0\0Somebody'),
      XMP: pngChunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta>Somebody</x:xmpmeta>'),
      'a profile': pngChunk('zTXt', 'Raw profile type APP1\0\0Somebody'),
      'a text of a place': pngChunk('tEXt', 'GPS\0Somebody'),
    }
    for (const [name, part] of Object.entries(parts)) {
      test(`${name} is removed, and every pixel kept`, async () => {
        const bytes = await holding(part)
        const before = await pixels(bytes)
        const kept = Buffer.from((await accepted(bytes)).bytes)
        assert.ok(!kept.includes('Somebody'))
        assert.deepEqual(await pixels(kept), before)
      })
    }

    test('a text chunk without a location is kept byte for byte', async () => {
      const bytes = await holding(pngChunk('tEXt', 'Title\0GPS'))
      assert.deepEqual(Buffer.from((await accepted(Buffer.from(bytes))).bytes), bytes)
    })
  })

  test('a GIF with XMP inside loses it and keeps its frames', async () => {
    const gif = await (await animation('gif')).toBuffer()
    const packet = Buffer.from('<x:xmpmeta exif:GPSLatitude="28,36.8N"/>')
    const extension = Buffer.concat([
      Buffer.from([0x21, 0xff, 11]),
      Buffer.from('XMP DataXMP'),
      Buffer.from([packet.length]),
      packet,
      Buffer.from([0]),
    ])
    const start = gifStart(gif)
    const bytes = Buffer.concat([gif.subarray(0, start), extension, gif.subarray(start)])
    const image = await accepted(bytes)
    assert.ok(!Buffer.from(image.bytes).includes('GPSLatitude'))
    assert.equal((await sharp(image.bytes).metadata()).pages, 3)
  })

  test('a damaged one is refused like any other damaged image', async () => {
    const bytes = await noise(small).jpeg().withExif(GPS).toBuffer()
    await refused(bytes.subarray(0, bytes.length - 100), 'format')
  })
})
