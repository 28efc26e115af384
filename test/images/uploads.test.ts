import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { splitLongStrings } from '../../server/http/bodies/long-strings.ts'
import { decodeBase64, decodeInPlace } from '../../server/images/base64.ts'
import type { CheckedImage, ImageCheck } from '../../server/images/check-image.ts'
import { prepareImages, sortImageText, UPLOAD_STAND_IN } from '../../server/images/uploads.ts'

const FIVE_MB = 5 * 1024 * 1024
/** A body without long strings: all strings stay in the JSON. */
const IN_BODY = splitLongStrings(Buffer.from('{}'))

describe('a URL', () => {
  const kept = [
    'http://example.com/a.jpg',
    'https://example.com',
    'HTTPS://EXAMPLE.com/Ä?q=1#x',
    'https://user@example.com:8443/%20/a;b,c',
    `https://example.com/${'a'.repeat(2048 - 20)}`,
    `https://example.com/${'🙂'.repeat(2048 - 20)}`,
  ]
  for (const url of kept) {
    test(`${url.slice(0, 50)} is kept as it is`, () => assert.deepEqual(sortImageText(url), { url }))
  }

  const others = [
    `https://example.com/${'a'.repeat(2049 - 20)}`,
    'https://',
    'https:///',
    'https:///a.jpg',
    'https://\\\\example.com/a.jpg',
    'https://?a.jpg',
    'https://#a.jpg',
    'http://exa mple.com/a.jpg',
    ' https://example.com/a.jpg',
    'https://example.com/a.jpg\n',
    'http://[::1/a.jpg',
    'ftp://example.com/a.jpg',
    'javascript:alert(1)',
    '//example.com/a.jpg',
    'file:///etc/passwd',
  ]
  for (const text of others) {
    test(`${JSON.stringify(text).slice(0, 50)} is not accepted as a URL`, async () => {
      const { primary_image } = await prepareImages({ primary_image: text }, mustNotCheck, IN_BODY)
      assert.deepEqual(primary_image, { problem: 'format' })
    })
  }
})

describe('base64', () => {
  const anyBytes = fc.uint8Array({ minLength: 1, maxLength: 300 })

  test('is decoded correctly in either alphabet, padded or not, broken into lines or not', () => {
    const alphabet = fc.constantFrom('base64', 'base64url')
    fc.assert(
      fc.property(anyBytes, alphabet, fc.boolean(), fc.nat(80), (bytes, alphabet, padded, width) => {
        const whole = bytes.toBase64({ alphabet, omitPadding: !padded })
        const text = width > 0 ? whole.replace(new RegExp(`.{${width}}`, 'g'), '$&\r\n') : whole
        assert.deepEqual(decodeBase64(text), bytes)
      }),
    )
  })

  test('of a data: URI is the part after the comma, whatever type it claims', () => {
    const heads = fc.constantFrom(
      'data:image/png;base64,',
      'data:;base64,',
      'DATA:IMAGE/JPEG;BASE64,',
      'data:image/png;charset=utf-8;name=a%20b.png;base64,',
      'data:application/octet-stream; base64,',
      '  data:image/svg+xml;base64, ',
    )
    fc.assert(
      fc.property(heads, anyBytes, (head, bytes) => {
        const sorted = sortImageText(head + bytes.toBase64())
        assert.ok('base64' in sorted)
        assert.deepEqual(decodeBase64(sorted.base64), bytes)
      }),
    )
  })

  test('with a character outside of its alphabet is never decoded', () => {
    const outside = fc.constantFrom('!', '%', '.', '\\', '{', 'é', '\u3000', '🙂', '\v', '"')
    fc.assert(
      fc.property(anyBytes, outside, fc.nat(), (bytes, character, where) => {
        const text = bytes.toBase64()
        const at = where % (text.length + 1)
        assert.equal(decodeBase64(text.slice(0, at) + character + text.slice(at)), undefined)
      }),
    )
  })

  const malformed = [
    '',
    ' ',
    'data:image/png;base64,',
    'data:image/png,abc',
    'data:,',
    'a',
    'abc=def=',
    '=',
    'ab+-',
  ]
  for (const text of malformed) {
    test(`${JSON.stringify(text)} is no image`, async () => {
      const { primary_image } = await prepareImages({ primary_image: text }, mustNotCheck, IN_BODY)
      assert.deepEqual(primary_image, { problem: 'format' })
    })
  }

  test('of exactly 5 MB is decoded, one byte more is not', async () => {
    const exact = Buffer.alloc(FIVE_MB, 1).toString('base64')
    const over = Buffer.alloc(FIVE_MB + 1, 1).toString('base64')
    for (const [text, expected] of [
      [exact, { problem: 'megapixels' }],
      [exact.replace(/=+$/, ''), { problem: 'megapixels' }],
      [`data:image/png;base64,${exact}`, { problem: 'megapixels' }],
      [exact.replace(/.{76}/g, '$&\n'), { problem: 'megapixels' }],
      [over, { problem: 'too_large' }],
      [over.replace(/=+$/, ''), { problem: 'too_large' }],
      [`data:image/png;base64,${over}`, { problem: 'too_large' }],
      ['!'.repeat(over.length), { problem: 'too_large' }],
    ] as const) {
      const { primary_image } = await prepareImages(
        { primary_image: text },
        async (bytes) => {
          assert.equal(bytes.length, FIVE_MB)
          return { problem: 'megapixels' }
        },
        IN_BODY,
      )
      assert.deepEqual(primary_image, expected)
    }
  })

  test('with NUL or a lone surrogate is reported as invalid characters', () => {
    for (const text of ['\0', 'https://example.com/\0', 'AAAA\ud800', '\udc00']) {
      assert.deepEqual(sortImageText(text), { problem: 'characters' })
    }
  })
})

describe('base64 that is decoded in place', () => {
  const PIECE = 48 * 1024
  /** Not deepEqual: printing the difference of values this long takes minutes. */
  const isSame = (a: Uint8Array | undefined, b: Uint8Array) => a !== undefined && Buffer.compare(a, b) === 0
  const lengths = fc
    .constantFrom(PIECE, 2 * PIECE)
    .chain((whole) => fc.integer({ min: whole - 4, max: whole + 4 }))
  const heads = fc.constantFrom('', 'data:image/png;base64,', 'DATA:image/svg+xml;charset=utf-8;BASE64,')
  const alphabets = fc.constantFrom('base64' as const, 'base64url' as const)

  test('is decoded correctly, wherever a piece of it ends', () => {
    fc.assert(
      fc.property(lengths, heads, alphabets, fc.boolean(), (length, head, alphabet, padded) => {
        const bytes = randomBytes(length)
        const text = Buffer.from(head + bytes.toBase64({ alphabet, omitPadding: !padded }))
        assert.ok(isSame(decodeInPlace(text), bytes))
      }),
    )
  })

  test('of exactly 5 MB is decoded, one byte more is left undecoded', () => {
    const exact = randomBytes(FIVE_MB)
    const over = randomBytes(FIVE_MB + 1)
    for (const omitPadding of [false, true]) {
      assert.ok(isSame(decodeInPlace(Buffer.from(exact.toBase64({ omitPadding }))), exact))
      assert.equal(decodeInPlace(Buffer.from(over.toBase64({ omitPadding }))), undefined)
    }
  })

  test('is left unchanged if it contains anything else', () => {
    const whole = randomBytes(2 * PIECE + 1).toBase64({ omitPadding: true })
    for (const other of [' ', '\n', '\t', '=', '==', '\\/', '!', 'é', '\0', '"', 'data:', ',']) {
      for (const place of [0, 1, 30_000, 65_534, 65_535, 65_536, 65_537, whole.length - 1]) {
        const text = Buffer.from(whole.slice(0, place) + other + whole.slice(place))
        const before = Buffer.from(text)
        assert.ok(decodeInPlace(text) === undefined && isSame(text, before), `${other} at ${place}`)
      }
    }
  })

  test('of two mixed alphabets is left unchanged', () => {
    const text = Buffer.from(`${'A'.repeat(65_532)}++++${'A'.repeat(100)}____`)
    const before = Buffer.from(text)
    assert.ok(decodeInPlace(text) === undefined && isSame(text, before))
  })
})

describe('a body', () => {
  test('has a placeholder for every upload and keeps every URL', async () => {
    const url = 'https://example.com/a.jpg'
    const body = { name: 'Lamp', primary_image: 'AQ==', images: [url, 'Ag==', 'Aw=='] }
    const prepared = await prepareImages(body, async (bytes) => ({ image: fake(bytes) }), IN_BODY)
    assert.deepEqual(prepared, {
      primary_image: { upload: fake(Uint8Array.of(1)) },
      images: [{ url }, { upload: fake(Uint8Array.of(2)) }, { upload: fake(Uint8Array.of(3)) }],
    })
    assert.deepEqual(body, {
      name: 'Lamp',
      primary_image: UPLOAD_STAND_IN,
      images: [url, UPLOAD_STAND_IN, UPLOAD_STAND_IN],
    })
  })

  test('has no image checked after the first problem', async () => {
    const checked: number[] = []
    const check = async ([first]: Uint8Array): Promise<ImageCheck> => {
      checked.push(first!)
      return first === 2 ? { problem: 'format' } : { image: fake(Uint8Array.of(first!)) }
    }
    await prepareImages({ primary_image: 'AQ==', images: ['Ag==', 'Aw=='] }, check, IN_BODY)
    assert.deepEqual(checked, [1, 2])
    await prepareImages({ primary_image: 'Ag==', images: ['Aw=='] }, check, IN_BODY)
    assert.deepEqual(checked, [1, 2, 2])
  })

  const untouched: Record<string, unknown> = {
    'more than ten images': { images: Array(11).fill('AQ==') },
    'a number before the images': { images: [3, 'AQ=='] },
    'images that are no list': { images: { 0: 'AQ==' } },
    'null for the primary image': { primary_image: null },
    'a number for the primary image': { primary_image: 5 },
    'neither field': {},
  }
  for (const [name, body] of Object.entries(untouched)) {
    test(`with ${name} is left to validation`, async () => {
      const before = structuredClone(body)
      assert.deepEqual(await prepareImages(body as Record<string, unknown>, mustNotCheck, IN_BODY), {
        images: [],
      })
      assert.deepEqual(body, before)
    })
  }
})

function fake(bytes: Uint8Array): CheckedImage {
  return { bytes, type: 'image/png', extension: 'png', hash: 'of no matter' }
}

async function mustNotCheck(): Promise<ImageCheck> {
  assert.fail('there was nothing to check')
}
