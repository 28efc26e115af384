import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { aProduct, newSeller, startTestApp } from '../../harness/app/app.ts'
import { openOnEachEngine } from '../../harness/app/on-each-engine.ts'
import { followAnswers } from '../../server/http/connections/answers.ts'
import { answerBrokenRequest } from '../../server/http/connections/broken-requests.ts'
import { parseAnswer, rawSocket } from '../help/raw-socket.ts'

const CONNECT = 'CONNECT a.example:443 HTTP/1.1\r\nhost: a.example\r\n\r\n'

for (const [what, bytes] of [
  ['a CONNECT', CONNECT],
  ['a malformed request', 'hello\r\n\r\n'],
  ['a request', 'GET /api/products/x HTTP/1.1\r\nhost: a.example\r\n\r\n'],
] as const) {
  test(`a connection that breaks right after ${what} affects no other and fills no log`, async () => {
    const logged: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
    await using app = await startTestApp({}, { log })
    for (let n = 0; n < 150; n++) await resetAfter(app.url, bytes, n % 3)
    assert.equal((await fetch(`${app.url}/healthz`)).status, 200)
    assert.deepEqual(logged, [])
  })
}

async function resetAfter(url: string, bytes: string, waitMs: number) {
  const { socket } = rawSocket(url)
  await once(socket, 'connect')
  socket.write(bytes)
  if (waitMs > 0) await sleep(waitMs)
  socket.resetAndDestroy()
}

test('a refused client that does not close its connection is disconnected after the answer', {
  timeout: 30_000,
}, async () => {
  await using app = await startTestApp()
  const socket = connect({ port: Number(new URL(app.url).port), host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  socket.write(CONNECT)
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /^HTTP\/1.1 404 /)
  while (!socket.closed) {
    await sleep(100)
    socket.write('.')
  }
})

test('a request is answered before the malformed one behind it', async () => {
  await using app = await startTestApp()
  const seller = await newSeller(app)
  const body = JSON.stringify(aProduct())
  using raw = rawSocket(app.url)
  raw.write(
    `POST /api/products/create HTTP/1.1\r\nhost: a.example\r\nx-api-key: ${seller.api_key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}\x00\x01 nothing\r\n\r\n`,
  )
  const statuses = [...(await raw.untilClosed()).matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status)
  assert.deepEqual(statuses, ['201', '400'])
})

for (const [what, framing, error] of [
  ['shorter than its length', 'content-length: 99\r\n\r\n{', 'Request body was cut off'],
  ['without its last chunk', 'transfer-encoding: chunked\r\n\r\n1\r\n{\r\n', 'Request body was cut off'],
  ['that is not in chunks', 'transfer-encoding: chunked\r\n\r\nnothing\r\n', 'Bad request'],
] as const) {
  test(`a client that ends with a body ${what} hears "${error}"`, async () => {
    await using app = await startTestApp()
    const { api_key } = await newSeller(app)
    const head = `POST /api/products/create HTTP/1.1\r\nhost: a.example\r\nx-api-key: ${api_key}\r\n`
    using raw = rawSocket(app.url)
    raw.socket.end(`${head}content-type: application/json\r\n${framing}`)
    const { status, body } = parseAnswer(await raw.untilClosed())
    assert.deepEqual([status, body], [400, { error }])
  })
}

test('malformed pieces behind a request wait for its answer with a single listener', async () => {
  await using server = createServer().listen(0, '127.0.0.1')
  followAnswers(server, () => {})
  let pieces = 0
  server.on('clientError', (error, socket: Socket) => {
    pieces++
    answerBrokenRequest(error, socket)
  })
  await once(server, 'listening')
  using raw = rawSocket(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  raw.write('GET / HTTP/1.1\r\nhost: a.example\r\n\r\n')
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  const waiting = response.listenerCount('close')
  while (pieces < 5) {
    raw.write('\x00')
    await sleep(5)
  }
  assert.equal(response.listenerCount('close') - waiting, 1)
  response.end()
  assert.match(await raw.untilClosed(), /^HTTP\/1.1 200 .*HTTP\/1.1 400 .*"Bad request"}$/s)
})

openOnEachEngine('an invalid client address', (open) => {
  test('is counted together with all invalid ones, and fails no request', async () => {
    const app = await open({ TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://shop.example' })
    const ask = (address: string, key = '') =>
      fetch(`${app.url}/api/products/x`, {
        headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': address, 'x-api-key': key },
      })
    const { api_key } = await newSeller(app)
    const asked = [ask('x'.repeat(10_000)), ask('unknown'), ask('192.0.2.1', api_key)]
    const answers = await Promise.all(asked)
    assert.deepEqual(
      answers.map(({ status }) => status),
      [401, 401, 404],
    )
    const left = answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))
    assert.deepEqual(new Set(left.slice(0, 2)).size, 2)
  })
})
