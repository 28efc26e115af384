import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import fastify, { type FastifyInstance } from 'fastify'
import { startTestApp } from '../../harness/app/app.ts'
import { until } from '../../harness/app/until.ts'
import { goodCertificate } from '../../harness/servers/receiver.ts'
import { followAnswers } from '../../server/http/connections/answers.ts'
import { closeConnectionsOnStop } from '../../server/http/connections/close-connections.ts'
import { parseAnswer, rawSocket } from '../help/raw-socket.ts'

test('a handshake that was never finished does not hold up the stop', { timeout: 30_000 }, async () => {
  const https = { ...goodCertificate, handshakeTimeout: 600_000 }
  const app = fastify({ https } as object) as FastifyInstance
  closeConnectionsOnStop(app, () => false)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const made = once(app.server, 'connection')
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {}).write(Buffer.from('160301', 'hex'))
  await made
  await app.close()
  if (!socket.closed) await once(socket, 'close')
})

/** A server that passes its responses to the test, which ends them. */
async function startToStop(begin: (response: ServerResponse) => void) {
  const app = fastify()
  followAnswers(app.server, () => {})
  closeConnectionsOnStop(app, () => false)
  app.get('/', (_request, reply) => {
    reply.hijack()
    begin(reply.raw)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, port: (app.server.address() as AddressInfo).port }
}

test('a connection whose answer has begun before the stop ends with that answer', {
  timeout: 20_000,
}, async () => {
  const begun = Promise.withResolvers<ServerResponse>()
  const { app, port } = await startToStop((response) => {
    response.writeHead(200, { 'content-length': 9 }).write('first')
    begun.resolve(response)
  })
  const agent = new Agent({ keepAlive: true })
  const [answer]: IncomingMessage[] = await once(get({ port, agent }), 'response')
  const stopped = app.close()
  const response = await begun.promise
  await until(async () => !app.server.listening)
  response.end(' end')
  assert.equal(await text(answer!), 'first end')
  await stopped
  agent.destroy()
})

test('a request that arrived before the stop, but was not read yet, is answered', {
  timeout: 20_000,
}, async () => {
  const app = await startTestApp({ HAAT_ROLE: 'web' })
  const ask = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
  using kept = rawSocket(app.url)
  kept.write(ask)
  await kept.until('</html>')
  using made = rawSocket(app.url)
  await once(made.socket, 'connect')
  for (const raw of [kept, made]) raw.write(ask)
  const stopped = app[Symbol.asyncDispose]()
  const answers = await Promise.all([kept.untilClosed(), made.untilClosed()])
  assert.deepEqual(
    answers.map((text) => text.match(/^HTTP.*|^connection: close/gim)),
    [
      ['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK', 'connection: close'],
      ['HTTP/1.1 200 OK', 'connection: close'],
    ],
  )
  await stopped
})

test('all pipelined requests are answered during a stop, and the connection closes after the last', {
  timeout: 20_000,
}, async () => {
  const begun: ServerResponse[] = []
  const { app, port } = await startToStop((response) => void begun.push(response))
  using raw = rawSocket(`http://127.0.0.1:${port}`)
  raw.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3))
  await until(async () => begun.length === 3)
  for (const response of begun) response.writeHead(200, { 'content-length': 8 }).write('part')
  const stopped = app.close()
  await until(async () => !app.server.listening)
  for (const response of begun) {
    response.end(' end')
    await new Promise(setImmediate)
  }
  const bodies = (await raw.untilClosed()).split('\r\n\r\n').slice(1)
  assert.deepEqual(
    bodies.map((body) => body.slice(0, 8)),
    Array(3).fill('part end'),
  )
  await stopped
})

const READ = 'GET /api/products/x HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: https\r\n\r\n'

test('a proxy’s request on a kept connection at the start of a stop is answered as its last', {
  timeout: 20_000,
}, async () => {
  const app = await startTestApp({ TRUST_PROXY: '127.0.0.1' })
  using kept = rawSocket(app.url)
  kept.write(READ)
  await kept.until('API key')
  using silent = rawSocket(app.url)
  await once(silent.socket, 'connect')
  const stopped = app[Symbol.asyncDispose]()
  await until(() =>
    fetch(`${app.url}/healthz`).then(
      () => false,
      () => true,
    ),
  )
  kept.write(READ)
  const { status, headers, body } = parseAnswer(await kept.untilClosed())
  assert.deepEqual([status, body], [401, { error: 'Missing API key' }])
  assert.equal(headers.get('connection'), 'close')
  await silent.untilClosed()
  await stopped
})

test('connections still to be accepted when the stop begins are answered', { timeout: 20_000 }, async () => {
  const app = await startTestApp({ TRUST_PROXY: '127.0.0.1' })
  const asked = Array.from({ length: 20 }, () => rawSocket(app.url))
  for (const each of asked) each.write(READ)
  await Promise.all(asked.map(({ socket }) => once(socket, 'connect')))
  const stopped = app[Symbol.asyncDispose]()
  const answers = await Promise.all(asked.map((each) => each.untilClosed()))
  assert.deepEqual(
    answers.map((answer) => answer.slice(0, 12)),
    Array(20).fill('HTTP/1.1 401'),
  )
  await stopped
})
