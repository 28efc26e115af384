import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, symlink } from 'node:fs/promises'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { constants } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import sharp from 'sharp'
import { aProduct, newSeller, startTestApp, type TestApp } from '../../harness/app/app.ts'
import { base64, GPS, noise } from '../../harness/shops/pictures.ts'

let app: TestApp
let seller: Awaited<ReturnType<typeof newSeller>>
const size = { width: 64, height: 48 }
const picture = await noise(size).png().toBuffer()

before(async () => {
  app = await startTestApp()
  seller = await newSeller(app)
})
after(() => app[Symbol.asyncDispose]())

async function shown(fields: object) {
  const created = await seller.call('POST', '/api/products/create', aProduct(fields))
  assert.equal(created.status, 201, JSON.stringify(created.body))
  return (await seller.call('GET', `/api/products/${created.body.product_id}`)).body
}

/** Sends the path exactly as given; `fetch` would normalise it. */
async function get(path: string, { method = 'GET', ...headers }: Record<string, string> = {}) {
  const { hostname, port } = new URL(app.url)
  const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>()
  request({ hostname, port, path, method, headers }, resolve).on('error', reject).end()
  const response = await promise
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
}

const pathOf = (url: string) => new URL(url).pathname

describe('an uploaded image', () => {
  test('is served unchanged, cached as immutable, with its own content type and no sniffing', async () => {
    const { primary_image } = await shown({ primary_image: base64(picture) })
    const name = `${hash('sha256', picture)}.png`
    assert.match(primary_image, new RegExp(`^http://localhost:\\d+/images/${seller.store_id}/${name}$`))
    const { status, headers, body } = await get(pathOf(primary_image))
    assert.equal(status, 200)
    assert.deepEqual(body, picture)
    assert.equal(headers['content-type'], 'image/png')
    assert.equal(headers['content-length'], String(picture.length))
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
    assert.equal(headers.etag, `"${hash('sha256', picture)}"`)
  })

  test('is not sent again to a client that has it', async () => {
    const path = pathOf((await shown({ primary_image: base64(picture) })).primary_image)
    const etag = `"${hash('sha256', picture)}"`
    for (const tags of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const { status, body, headers } = await get(path, { 'if-none-match': tags })
      assert.deepEqual([status, body.length, headers.etag], [304, 0, etag])
    }
    assert.equal((await get(path, { 'if-none-match': '"other"' })).status, 200)
  })

  test('answers HEAD with its size alone', async () => {
    const path = pathOf((await shown({ primary_image: base64(picture) })).primary_image)
    const { status, headers, body } = await get(path, { method: 'HEAD' })
    assert.deepEqual([status, headers['content-length'], body.length], [200, String(picture.length), 0])
  })

  test('is stored once, however often it is sent', async () => {
    const { primary_image, images } = await shown({
      primary_image: base64(picture),
      images: [`data:image/png;base64,${base64(picture)}`, base64(picture)],
    })
    assert.deepEqual(images, [primary_image, primary_image])
  })

  test('is served without its location', async () => {
    const photograph = await noise(size).jpeg().withExif(GPS).toBuffer()
    const { images } = await shown({ images: [base64(photograph)] })
    const { body, headers } = await get(pathOf(images[0]))
    assert.equal(headers['content-type'], 'image/jpeg')
    assert.equal((await sharp(body).metadata()).exif, undefined)
    assert.ok(!body.includes('Somebody'))
  })
})

describe('anything else under /images', () => {
  const store = '11111111-1111-4111-8111-111111111111'
  const name = 'a'.repeat(64)
  const paths = [
    `/images/${store}/${name}.png`,
    `/images/${store}/${name}.svg`,
    `/images/${store}/${name}`,
    `/images/${store}/`,
    `/images/${store}/..%2f..%2f..%2fetc%2fpasswd`,
    '/images/..%2f..%2fhaat.db/x.png',
    `/images/../images/${store}/${name}.png`,
    `/images/${store}/%2e%2e/%2e%2e/haat.db`,
    `/images/${store}/${name}.png%00`,
    `/images/${store}/%`,
    '/images/',
  ]
  for (const path of paths) {
    test(`${path.replace(name, 'a…a')} is not found`, async () => {
      const { status, body, headers } = await get(path)
      assert.equal(status, 404)
      assert.deepEqual(JSON.parse(String(body)), { error: 'Not found' })
      assert.equal(headers['cache-control'], undefined)
    })
  }
})

describe('a URL of this service that a seller sends back', () => {
  test('counts as the stored image', async () => {
    const { primary_image } = await shown({ primary_image: base64(picture) })
    assert.equal((await shown({ primary_image })).primary_image, primary_image)
  })

  test('is kept as a plain URL if there is no such image, also in a later edit', async () => {
    const url = `${app.url}/images/${seller.store_id}/${'a'.repeat(64)}.png`
    const product = await shown({ primary_image: url })
    assert.equal(product.primary_image, url)
    const edited = await seller.call('PUT', `/api/products/${product.id}/edit`, {
      images: [base64(picture), url],
    })
    assert.equal(edited.status, 200)
    const { primary_image, images } = (await seller.call('GET', `/api/products/${product.id}`)).body
    assert.equal(primary_image, url)
    assert.equal(images[1], url)
  })
})

test('during an outage of the image store, uploads and pictures answer 503, and the log has one line', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  const nobody = { IMAGE_STORE: 's3://pictures?endpoint=http://127.0.0.1:9', AWS_ACCESS_KEY_ID: 'x' }
  const settings = { ...nobody, AWS_SECRET_ACCESS_KEY: 'y', HAAT_ROLE: 'web' }
  await using without = await startTestApp(settings, { log })
  const shop = await newSeller(without)
  const path = `${shop.store_id}/${'a'.repeat(64)}.png`
  const answers = [
    await shop.call('POST', '/api/products/create', aProduct({ primary_image: base64(picture) })),
    await shop.call('GET', `/images/${path}`),
    await shop.call('GET', `/images/320/${path}`),
  ]
  for (const { status, body, headers } of answers) {
    assert.deepEqual([status, body.error], [503, 'Service is temporarily unavailable'])
    assert.equal(headers.get('retry-after'), '1')
  }
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).msg),
    ['The image store is unavailable'],
  )
})

test('while the image store refuses the key, the log has one line and not one for each picture', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  await using refused = await startWithStore((response) => response.writeHead(403).end(), log)
  for (const name of ['a', 'b']) {
    const { status } = await fetch(`${refused.url}/images/${seller.store_id}/${name.repeat(64)}.png`)
    assert.equal(status, 500)
  }
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ msg, err }) => [msg, err.message]),
    [
      [
        'The image store refuses what it is asked: "haat doctor" says what to check',
        'The image store refused to read: 403',
      ],
    ],
  )
})

const METRICS_TOKEN = 'a token for metrics'

/** An app whose S3 image store gives this answer. */
async function startWithStore(
  answer: (response: ServerResponse) => void,
  log = pino({ level: 'silent' }),
): Promise<TestApp> {
  await using opened = new AsyncDisposableStack()
  const peer = opened.use(createServer((_request, response) => answer(response)).listen(0, '127.0.0.1'))
  await once(peer, 'listening')
  const endpoint = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`
  const settings = { IMAGE_STORE: `s3://pictures?endpoint=${endpoint}`, HAAT_ROLE: 'web', METRICS_TOKEN }
  const keys = { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'y' }
  const started = opened.use(await startTestApp({ ...settings, ...keys }, { log }))
  const kept = opened.move()
  return { ...started, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

test('a picture on a failing disk answers 503, and the log has one line', {
  skip: process.platform !== 'linux' && 'only Linux offers a file whose reads fail',
}, async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  await using own = await startTestApp({}, { log })
  const { store_id } = await newSeller(own)
  const path = `images/${store_id}/${'a'.repeat(64)}.png`
  await mkdir(join(own.folder, 'images', store_id), { recursive: true })
  await symlink('/proc/self/mem', join(own.folder, path))
  for (let n = 0; n < 3; n++) {
    const answer = await fetch(`${own.url}/${path}`)
    assert.equal(answer.status, 503)
    assert.deepEqual(await answer.json(), { error: 'Service is temporarily unavailable' })
  }
  assert.deepEqual(lines, [
    'A file cannot be read or written: its disk is failing or read-only, or too many files are open',
  ])
})

test('an upload beyond the disk quota is refused for lack of space, though Node has no name for that error', async () => {
  await using own = await startTestApp()
  const { call } = await newSeller(own)
  const errno = -constants.errno.EDQUOT
  const code = `Unknown system error ${errno}`
  own.world.images.put = async () => {
    throw Object.assign(new Error(`${code}: ${code}, write`), { code, errno, syscall: 'write' })
  }
  const answer = await call('POST', '/api/products/create', aProduct({ primary_image: base64(picture) }))
  assert.equal(answer.status, 503)
  assert.deepEqual(answer.body, { error: 'Storage is full: nothing can be saved just now' })
})

test('a picture of unknown length arrives whole, chunked or compressed', async () => {
  for (const [headers, sent] of [
    [{}, picture],
    [{ 'content-encoding': 'gzip', 'content-length': gzipSync(picture).length }, gzipSync(picture)],
  ] as const) {
    await using distant = await startWithStore((response) => response.writeHead(200, headers).end(sent))
    const answer = await fetch(`${distant.url}/images/${seller.store_id}/${'a'.repeat(64)}.png`)
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), picture)
  }
})

test('a picture that breaks off in the middle of its answer is logged and counted as a server error', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  await using breaking = await startWithStore((response) => {
    response.writeHead(200, { 'content-length': 200_000 })
    response.write(Buffer.alloc(100_000), () => response.destroy())
  }, log)
  const answer = await fetch(`${breaking.url}/images/${seller.store_id}/${'a'.repeat(64)}.png`)
  await assert.rejects(answer.arrayBuffer())
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).msg),
    ['The image store is unavailable'],
  )
  const metrics = await fetch(`${breaking.url}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  })
  assert.match(await metrics.text(), /haat_requests_total{operation="image",status="503"} 1/)
})
