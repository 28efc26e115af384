import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import fastify, { type FastifyInstance } from 'fastify'
import { until } from '../../harness/app/until.ts'
import { goodCertificate } from '../../harness/servers/receiver.ts'
import { followAnswers } from '../../server/http/connections/answers.ts'
import { closeConnectionsOnStop } from '../../server/http/connections/close-connections.ts'
import { rawSocket } from '../help/raw-socket.ts'

test('a handshake that was never finished does not hold up the stop', { timeout: 30_000 }, async () => {
  const https = { ...goodCertificate, handshakeTimeout: 600_000 }
  const app = fastify({ https } as object) as FastifyInstance
  closeConnectionsOnStop(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const made = once(app.server, 'connection')
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {}).write(Buffer.from('160301', 'hex'))
  await made
  await app.close()
  if (!socket.closed) await once(socket, 'close')
})

/** A server that hands out its answers for the test to give. */
async function startToStop(begin: (response: ServerResponse) => void) {
  const app = fastify()
  followAnswers(app.server, () => {})
  closeConnectionsOnStop(app)
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

test('of requests that were sent ahead all are answered, the last of which ends the connection', {
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
