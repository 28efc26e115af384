import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { base64, noise } from '../../harness/shops/pictures.ts'
import { parseAndHash } from '../../server/http/bodies/parse-body.ts'
import { startBodyServer } from '../help/body-server.ts'

const server = await startBodyServer()
after(() => server[Symbol.asyncDispose]())

const JSON_TYPE = 'Content-Type: application/json'
/** Long enough to be parsed outside the main thread; dropped as an unknown field. */
const padding = 'x'.repeat(300 * 1024)
const sizes = { small: '', large: `,"padding":"${padding}"` }

describe('before a byte is read', () => {
  const refusedTypes = [
    'text/plain',
    'application/jsonp',
    'application/vnd.api+json',
    'text/json',
    'application/json, x',
    '',
  ]
  for (const type of refusedTypes) {
    test(`content type "${type}" is refused`, async () => {
      assert.deepEqual(await server.raw(`Content-Type: ${type}\r\nContent-Length: 99`), {
        refusal: 'wrong_content_type',
      })
    })
  }

  test('a missing content type is refused, also with no body', async () => {
    assert.deepEqual(await server.raw('Content-Length: 0'), { refusal: 'wrong_content_type' })
  })

  const takenTypes = [
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="x"',
    'application/json ; a=b',
  ]
  for (const type of takenTypes) {
    test(`content type "${type}" is accepted`, async () => {
      assert.deepEqual((await server.send('{"stock":1}', { 'content-type': type })).body, { stock: 1 })
    })
  }

  for (const encoding of ['gzip', 'br', 'deflate', 'identity, gzip', 'nonsense']) {
    test(`content encoding ${encoding} is refused`, async () => {
      const head = `${JSON_TYPE}\r\nContent-Encoding: ${encoding}\r\nContent-Length: 99`
      assert.deepEqual(await server.raw(head), { refusal: 'wrong_content_encoding' })
    })
  }

  test('content encoding identity is accepted', async () => {
    assert.deepEqual((await server.send('{}', { 'content-encoding': 'Identity' })).body, {})
  })

  test('a length over the limit is refused, before the type is looked at', async () => {
    const head = `Content-Type: text/plain\r\nContent-Length: ${80 * 1024 * 1024 + 1}`
    assert.deepEqual(await server.raw(head), { refusal: 'body_too_large' })
  })

  test('the type of a chunked body is checked, as its length is unknown', async () => {
    const head = 'Content-Type: text/plain\r\nTransfer-Encoding: chunked'
    assert.deepEqual(await server.raw(head), { refusal: 'wrong_content_type' })
  })
})

describe('the limit', () => {
  test('takes its last byte and refuses the next, declared or not', async () => {
    for (const limitBytes of [100, 300 * 1024]) {
      await using limited = await startBodyServer({ limitBytes })
      const exact = `{"name":"${'a'.repeat(limitBytes - 11)}"}`
      const chunks = (body: string) =>
        ReadableStream.from([body.slice(0, 50), body.slice(50)].map((part) => Buffer.from(part)))
      assert.equal((await limited.send(exact)).body.name.length, limitBytes - 11)
      assert.equal((await limited.send(chunks(exact))).body.name.length, limitBytes - 11)
      assert.deepEqual(await limited.send(`${exact} `), { refusal: 'body_too_large' })
      assert.deepEqual(
        await limited.raw(
          `${JSON_TYPE}\r\nTransfer-Encoding: chunked`,
          `${(limitBytes + 1).toString(16)}\r\n`,
          `${exact} `,
        ),
        {
          refusal: 'body_too_large',
        },
      )
    }
  })

  test('holds for a chunked body that never ends', async () => {
    await using limited = await startBodyServer({ limitBytes: 64 * 1024 })
    const socket = connect(limited.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n`)
    const endless = setInterval(() => socket.write(`2000\r\n${'a'.repeat(0x2000)}\r\n`), 1)
    const [answer] = await once(socket, 'data')
    clearInterval(endless)
    socket.destroy()
    assert.match(String(answer), /body_too_large/)
  })
})

for (const [size, extra] of Object.entries(sizes)) {
  describe(`a ${size} body`, () => {
    const send = (fields: string) => server.send(`{${fields}${fields ? extra : extra.slice(1)}}`)

    test('gives the known fields, and a hash of its bytes if there is an Idempotency-Key', async () => {
      const text = `{"name":"Lamp","price":1,"metadata":{"a":[1,"x",null,true]}${extra}}`
      const { body, sha256 } = await server.send(text, { 'idempotency-key': 'first' })
      assert.deepEqual(body, { name: 'Lamp', metadata: { a: [1, 'x', null, true] } })
      assert.equal(sha256, hash('sha256', text))
      assert.equal('sha256' in (await server.send(text)), false)
    })

    test('may begin with a byte order mark', async () => {
      assert.deepEqual((await server.send(`\ufeff{"stock":1${extra}}`)).body, { stock: 1 })
    })

    test('of a repeated name keeps the last', async () => {
      assert.deepEqual((await send('"stock":1,"stock":2')).body, { stock: 2 })
    })

    test('keeps NUL, lone surrogates and odd numbers for validation', async () => {
      const { body } = await send('"name":"\\u0000\\ud800","stock":-0,"metadata":{"big":1e400}')
      assert.equal(body.name, '\0\ud800')
      assert.equal(body.metadata.big, null, 'Infinity is written as null')
    })

    test('cannot reach a prototype', async () => {
      const { body } = await send(
        '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"metadata":{"__proto__":{"polluted":1}}',
      )
      assert.deepEqual(Object.keys(body), ['metadata'])
      assert.equal(JSON.stringify(body.metadata), '{"__proto__":{"polluted":1}}')
      assert.equal(({} as { polluted?: number }).polluted, undefined)
    })

    test('may be nested deeply in an unknown field', async () => {
      const deep = '['.repeat(5000) + ']'.repeat(5000)
      assert.deepEqual((await send(`"stock":1,"unknown":${deep}`)).body, { stock: 1 })
    })

    test('that is nested deeply in a known field is cut far below the allowed depth', async () => {
      const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
      const { body } = await send(`"metadata":${deep}`)
      let levels = 0
      for (let at = body.metadata; at; at = at.a) levels += 1
      assert.equal(levels, 32)
    })

    test('with far too many values deep in a field keeps the levels above them', async () => {
      const list = Array(60_000).fill(0)
      const { body } = await send(`"metadata":${JSON.stringify([{ a: 1 }, { b: 2, list }, { c: 3 }])}`)
      const cut = body.metadata[1].list
      assert.deepEqual(body.metadata, [{ a: 1 }, { b: 2, list: cut }, { c: 3 }])
      assert.ok(cut.length < 50_000)
    })

    test('keeps a list whole if metadata may hold it', async () => {
      const list = Array.from({ length: 8000 }, (_, index) => index % 10)
      assert.deepEqual((await send(`"metadata":${JSON.stringify({ list })}`)).body, { metadata: { list } })
    })

    const broken: Record<string, string | Uint8Array> = {
      'half an object': `{"name":"x"${extra}`,
      'a trailing comma': `{"name":"x"${extra},}`,
      'words after the end': `{"name":"x"${extra}} {}`,
      'a line break in a string': `{"name":"x\n"${extra}}`,
      NaN: `{"stock":NaN${extra}}`,
      'a bare NUL': `{"name":"x"${extra}}\0`,
      'a name without quotes': `{name:"x"${extra}}`,
      'bytes that are no UTF-8': Buffer.concat([
        Buffer.from('{"name":"'),
        Buffer.from([0xc3, 0x28]),
        Buffer.from(`"${extra}}`),
      ]),
      'a half character in UTF-8': Buffer.concat([
        Buffer.from('{"name":"'),
        Buffer.from([0xed, 0xa0, 0x80]),
        Buffer.from(`"${extra}}`),
      ]),
      'UTF-16': Buffer.from(`{"name":"x"${extra}}`, 'utf16le'),
    }
    for (const [name, body] of Object.entries(broken)) {
      test(`with ${name} is invalid`, async () =>
        assert.deepEqual(await server.send(body), { refusal: 'invalid_json' }))
    }

    const notObjects = {
      list: `[1${extra.replace('"padding":', '')}]`,
      string: `"${extra && padding}"`,
      null: 'null',
      number: '1',
    }
    for (const [name, body] of Object.entries(notObjects)) {
      test(`that is a ${name} is no object`, async () => {
        assert.deepEqual(await server.send(body), { refusal: 'body_not_object' })
      })
    }
  })
}

test('a body of no bytes counts as an empty object', async () => {
  assert.deepEqual((await server.raw(`${JSON_TYPE}\r\nContent-Length: 0`)).body, {})
  assert.deepEqual((await server.raw(`${JSON_TYPE}\r\nTransfer-Encoding: chunked`, '0\r\n\r\n')).body, {})
})

describe('long strings', () => {
  test('are decoded exactly, whatever escapes they contain', async () => {
    const pieces = fc.constantFrom('a', '"', '\\', '\\"', '/', '\n', 'é', '🙂', '\u2028', '}', ',', ':')
    const long = fc
      .array(pieces, { minLength: 1, maxLength: 20 })
      .map((some) => some.join('').repeat(70_000 / some.length))
    await fc.assert(
      fc.asyncProperty(long, fc.json(), async (name, other) => {
        const text = JSON.stringify({ [`${name}`]: name, before: other, name, variations: [name, 'x'] })
        const job = { fields: ['name', 'variations'], whose: 'a store', isHashed: false }
        const { body } = await parseAndHash(Buffer.from(text), job).then(
          ({ parsed }) => parsed as { body: Record<string, unknown> },
        )
        assert.ok(body.name === name && (body.variations as string[])[0] === name)
      }),
      { numRuns: 20 },
    )
  })

  test('are recognised whatever escape sequence they end with', async () => {
    for (const end of ['\\"', '\\\\', '\\\\\\"']) {
      const text = `{"name":"a${end}",${' '.repeat(70_000)}"stock":1,"variations":["${end}"]}`
      assert.deepEqual((await server.send(text)).body, JSON.parse(text))
    }
  })

  test('are checked in unknown fields too', async () => {
    const text = (inside: string) => `{"unknown":"${padding}${inside}"}`
    assert.deepEqual((await server.send(text('\\n'))).body, {})
    for (const inside of ['\n', '\\q', '\\u12']) {
      assert.deepEqual(await server.send(text(inside)), { refusal: 'invalid_json' })
    }
  })
})

describe('uploads', () => {
  test('arrive checked, from a small body and from a large one', async () => {
    const tiny = await noise({ width: 40, height: 30 }).png().toBuffer()
    const big = await noise({ width: 1200, height: 800 }).png().toBuffer()
    const url = 'https://example.com/a.png'
    const middling = await noise({ width: 200, height: 150 }).png().toBuffer()
    for (const images of [[tiny], [middling], [big, tiny, tiny]]) {
      const body = {
        primary_image: base64(tiny),
        images: [url, ...images.map((image) => `data:image/png;base64,${base64(image)}`)],
      }
      const answer = await server.send(JSON.stringify(body), { 'idempotency-key': 'first' })
      assert.equal(answer.sha256, hash('sha256', JSON.stringify(body)))
      const expected = (image: Buffer) => ({ upload: hash('sha256', image), bytes: image.length })
      assert.deepEqual(answer.primary_image, expected(tiny))
      assert.deepEqual(answer.images, [{ url }, ...images.map(expected)])
      assert.deepEqual(answer.body, {
        primary_image: '(upload)',
        images: [url, ...images.map(() => '(upload)')],
      })
    }
  })

  test('arrive whole though every slash is escaped', async () => {
    const picture = await noise({ width: 900, height: 600 }).png().toBuffer()
    const text = JSON.stringify({ primary_image: base64(picture) }).replaceAll('/', '\\/')
    assert.equal((await server.send(text)).primary_image.upload, hash('sha256', picture))
  })

  test('of 60 MB with white space throughout are refused as too large', async () => {
    const answer = await server.send(JSON.stringify({ primary_image: 'A A'.repeat(20_000_000) }))
    assert.deepEqual(answer.primary_image, { problem: 'too_large' })
  })

  test('are not decoded if there are too many', async () => {
    const images = Array(1000).fill(base64(await noise({ width: 60, height: 40 }).png().toBuffer()))
    const answer = await server.send(JSON.stringify({ images }))
    assert.equal(answer.body.images.length, 1000)
    assert.deepEqual(answer.images, [])
  })
})
