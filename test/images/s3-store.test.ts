import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { until } from '../../harness/app/until.ts'
import { S3_BUCKET, S3_CREDENTIALS, startS3 } from '../../harness/servers/s3-server.ts'
import { ImageStoreUnavailable } from '../../server/images/image-store.ts'
import { S3Store } from '../../server/images/s3-store.ts'
import { collectGarbage } from '../help/garbage.ts'
import { imageOf, imageStoreSuite } from './image-store.suite.ts'

const credentials = S3_CREDENTIALS

async function openBucket(prefix: string) {
  const { endpoint, ...peer } = await startS3()
  const store = new S3Store({ bucket: S3_BUCKET, prefix, endpoint, region: 'us-east-1', ...credentials })
  return { store, [Symbol.asyncDispose]: peer[Symbol.asyncDispose] }
}

imageStoreSuite('S3', () => openBucket(''))
imageStoreSuite('S3 under a prefix', () => openBucket('haat/images'))

test('a list longer than a page is read to its end', async () => {
  const paths = Array.from({ length: 5 }, (_, index) => imageOf(`${index}`).path)
  await using peer = await startPeer((request) => {
    const from = Number(new URL(request.url!, 'http://x').searchParams.get('continuation-token') ?? 0)
    const items = paths
      .slice(from, from + 2)
      .map(
        (path) =>
          `<Contents><Key>a b/${path}</Key><LastModified>2026-01-01T00:00:00Z</LastModified><Size>7</Size></Contents>`,
      )
    const more = from + 2 < paths.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''
    return { status: 200, body: `<ListBucketResult>${items.join('')}${more}</ListBucketResult>` }
  })
  const listed = await Array.fromAsync(peer.store.list())
  assert.deepEqual(
    listed,
    paths.map((path) => ({ path, bytes: 7, modifiedAt: Date.UTC(2026, 0, 1) })),
  )
})

test('a refusal is reported with its code and without the secret', async () => {
  await using peer = await startPeer(() => ({
    status: 403,
    body: '<Error><Code>AccessDenied</Code></Error>',
  }))
  const { path, bytes } = imageOf('x')
  const expected = (what: string) => ({ message: `The image store refused to ${what}: 403 AccessDenied` })
  await assert.rejects(peer.store.put(path, bytes, 'image/png'), expected('put'))
  await assert.rejects(peer.store.read(path), expected('read'))
  await assert.rejects(peer.store.remove(path), expected('remove'))
  await assert.rejects(Array.fromAsync(peer.store.list()), expected('list'))
})

describe('signatures', () => {
  test('match the published examples', async () => {
    const example = {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      service: 's3',
      region: 'us-east-1',
      datetime: '20130524T000000Z',
      allHeaders: true,
    }
    const headers = { 'x-amz-content-sha256': createHash('sha256').update('').digest('hex') }
    const bucket = 'https://examplebucket.s3.amazonaws.com'
    const list = new AwsV4Signer({ ...example, headers, url: `${bucket}/?max-keys=2&prefix=J` })
    assert.equal(await list.signature(), '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7')
    const range = { ...headers, range: 'bytes=0-9' }
    const object = new AwsV4Signer({ ...example, headers: range, url: `${bucket}/test.txt` })
    assert.equal(await object.signature(), 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
  })

  test('match every request as it arrives, body included', async () => {
    const seen: string[] = []
    await using peer = await startPeer((request, body) => {
      const hash = request.headers['x-amz-content-sha256']
      if (request.method === 'PUT') assert.equal(hash, createHash('sha256').update(body).digest('hex'))
      assert.equal(
        signatureOf(request),
        /Signature=([0-9a-f]{64})$/.exec(request.headers.authorization!)?.[1],
      )
      seen.push(request.method!)
      return { status: request.method === 'DELETE' ? 204 : 200, body: '' }
    })
    const { path, bytes } = imageOf('signed')
    await peer.store.put(path, bytes, 'image/png')
    await peer.store.read(path)
    await peer.store.remove(path)
    await Array.fromAsync(peer.store.list())
    assert.deepEqual(seen, ['PUT', 'GET', 'DELETE', 'GET'])
  })
})

test('a silent server is given up in time, whatever is garbage collected meanwhile', async () => {
  await using peer = await startServer(() => {})
  const store = peer.storeWithin({ timeoutMs: 300, readSilenceMs: 300 })
  const { path, bytes } = imageOf('silence')
  const collector = setInterval(collectGarbage, 240)
  try {
    const asked = await Promise.allSettled([
      ...Array.from({ length: 5 }, () => store.remove(path)),
      store.put(path, bytes, 'image/png'),
      store.has(path),
      store.read(path),
      store.list().next(),
    ])
    for (const answer of asked) {
      assert.equal(answer.status, 'rejected')
      assert.ok(answer.reason instanceof ImageStoreUnavailable)
    }
    const reads = await Promise.allSettled(Array.from({ length: 101 }, () => store.read(path)))
    const refused = reads.filter(
      (read) => read.status === 'rejected' && /^100 reads wait for/.test(read.reason.message),
    )
    assert.equal(refused.length, 1, 'more than a hundred do not wait for it at once')
  } finally {
    clearInterval(collector)
  }
})

test('an upload waits while the store answers others, but not for a store that is silent', {
  timeout: 30_000,
}, async () => {
  let isSilent = true
  let asked = 0
  const waiting: ServerResponse[] = []
  await using peer = await startServer((request, response) => {
    if (isSilent) return
    waiting.push(response)
    if (request.method !== 'HEAD') return
    response.writeHead(404).end()
    asked += 1
    if (asked === 2) for (const held of waiting) held.end()
  })
  const { path, bytes } = imageOf('slow')
  const put = (writeSilenceMs: number) => peer.storeWithin({ writeSilenceMs }).put(path, bytes, 'image/png')
  await assert.rejects(put(100), ImageStoreUnavailable)
  isSilent = false
  await put(700)
  assert.ok(asked >= 2)
})

test('a file that stalls in the middle is given up too, but not while its reader pauses', async () => {
  await using peer = await startServer((_request, response) => {
    response.writeHead(200, { 'content-length': 200_000 }).write(Buffer.alloc(100_000))
  })
  const store = peer.storeWithin({ readSilenceMs: 200 })
  // On a busy machine even the first bytes may come too late. That is not what is tested, so this retries.
  const file = await until(async () => store.read(imageOf('half').path).catch(() => undefined))
  await pause(300)
  assert.equal(file.stream.errored, null)
  await assert.rejects(buffer(file.stream), ImageStoreUnavailable)
})

test('an answer that stalls after its beginning is given up in time, whatever is garbage collected meanwhile', async () => {
  const { path, bytes } = imageOf('half an answer')
  const cases: Record<string, [status: number, ask: (store: S3Store) => Promise<unknown>]> = {
    'an upload that is refused': [403, (store) => store.put(path, bytes, 'image/png')],
    'a mark that is refused': [403, (store) => store.claimMark('one')],
    'a removal that is refused': [403, (store) => store.remove(path)],
    'a file that is refused': [403, (store) => store.read(path)],
    'a look that is refused': [403, (store) => store.has(path)],
    'a list that is refused': [403, (store) => store.list().next()],
    'a list': [200, (store) => store.list().next()],
  }
  const collector = setInterval(collectGarbage, 300)
  const givenUp = Object.entries(cases).map(async ([name, [status, ask]]) => {
    await using peer = await startServer((_request, response) => {
      response.writeHead(status).write('<Error>')
    })
    const store = peer.storeWithin({ timeoutMs: 400, readSilenceMs: 400 })
    await assert.rejects(ask(store), ImageStoreUnavailable, name)
  })
  await Promise.all(givenUp).finally(() => clearInterval(collector))
})

test('only the beginning of an endless refusal is read', { timeout: 30_000 }, async () => {
  let isClosed: Promise<unknown> | undefined
  await using peer = await startServer((_request, response) => {
    const spaces = Buffer.alloc(10_000, ' ')
    const goOn = setInterval(() => response.write(spaces), 1)
    isClosed = once(response, 'close').then(() => clearInterval(goOn))
    response.writeHead(403).write('<Error><Code>AccessDenied</Code>')
  })
  await assert.rejects(peer.storeWithin({}).remove(imageOf('endless').path), {
    message: 'The image store refused to remove: 403 AccessDenied',
  })
  await isClosed
})

test('a file that breaks off in the middle is reported as a failure of the store', async () => {
  await using peer = await startServer((_request, response) => {
    response.writeHead(200, { 'content-length': 200_000 })
    response.write(Buffer.alloc(100_000), () => response.destroy())
  })
  const file = await peer.storeWithin({}).read(imageOf('broken').path)
  await assert.rejects(buffer(file!.stream), ImageStoreUnavailable)
})

test('a request to an overloaded server is retried a few times', async () => {
  const statuses = [503, 429, 204, 500, 500, 500, 500]
  await using peer = await startPeer(() => ({ status: statuses.shift()!, body: '' }))
  await peer.store.remove(imageOf('again').path)
  await assert.rejects(peer.store.remove(imageOf('never').path), {
    message: 'The image store refused to remove: 500',
  })
})

test('a store without conditional writes is marked unconditionally', async () => {
  const conditions: unknown[] = []
  await using peer = await startPeer(({ headers }) => {
    conditions.push(headers['if-none-match'])
    return { status: conditions.length === 1 ? 501 : 200, body: '' }
  })
  await peer.store.claimMark('one')
  assert.deepEqual(conditions, ['*', undefined])
})

type Reply = (request: IncomingMessage, body: Buffer) => { status: number; body: string }

async function startPeer(reply: Reply) {
  const { storeWithin, ...server } = await startServer(async (request, response) => {
    try {
      const { status, body } = reply(request, Buffer.concat(await Array.fromAsync(request)))
      response.writeHead(status).end(body)
    } catch (error) {
      response.writeHead(400).end(`<Error><Code>${error}</Code></Error>`)
    }
  })
  return { ...server, store: storeWithin({}) }
}

async function startServer(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const settings = {
    bucket: 'pictures',
    prefix: 'a b',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    region: 'ap-south-1',
    sessionToken: 'token+/=',
  }
  return {
    storeWithin: (limits: ConstructorParameters<typeof S3Store>[1]) =>
      new S3Store({ ...settings, ...credentials }, limits),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The expected signature of a received request, computed as AWS documents it. */
function signatureOf({ method, url, headers }: IncomingMessage): string {
  const [, day, region, names] =
    /Credential=\w+\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+)/.exec(
      headers.authorization!,
    )!
  const { pathname, searchParams } = new URL(url!, 'http://x')
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const signed = names!
    .split(';')
    .map((name) => `${name}:${headers[name]}\n`)
    .join('')
  const canonical = [method, pathname, query, signed, names, headers['x-amz-content-sha256']].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (key, part) => createHmac('sha256', key).update(part!).digest(),
    Buffer.from(`AWS4${credentials.secretAccessKey}`),
  )
  return createHmac('sha256', key).update(text).digest('hex')
}
