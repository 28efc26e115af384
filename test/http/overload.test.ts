import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { setImmediate as breath } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { refuseConnect } from '../../server/http/connections/broken-requests.ts'
import { refuseOverload } from '../../server/http/connections/overload.ts'
import { cutOffUnreadAnswers } from '../../server/http/connections/unread-answers.ts'
import { measureRequests } from '../../server/http/metrics/measure.ts'

/** Closes the app even if the test fails: open requests would keep the run from ending. */
const closeAtEnd = (t: TestContext, app: FastifyInstance) =>
  t.after(() => {
    app.server.closeAllConnections()
    return app.close()
  })

const WORLD = { now: Date.now, log: pino({ level: 'silent' }) }

test('excess concurrent requests get 503 with Retry-After, except for /healthz', async (t) => {
  const app = fastify({ trustProxy: true })
  closeAtEnd(t, app)
  const { promise: finish, resolve } = Promise.withResolvers<void>()
  const places = refuseOverload(app, WORLD, 2)
  const counted = measureRequests(app)
  app.get('/', async () => {
    await finish
    return 'done'
  })
  for (const path of ['/healthz', '/readyz', '/api/orders/:id']) app.get(path, async () => 'alive')
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const first = ['192.0.2.1', '192.0.2.2'].map((ip) => fetch(url, { headers: { 'x-forwarded-for': ip } }))
  while (places.taken < 2) await breath()

  const third = await fetch(url)
  assert.equal(third.status, 503)
  assert.equal(third.headers.get('retry-after'), '1')
  assert.deepEqual(await third.json(), { error: 'Service is busy, please try again' })
  for (const path of ['/healthz', '/readyz']) assert.equal((await fetch(url + path)).status, 200)
  assert.equal(counted.get('other')?.statuses.get(503), 1)
  assert.equal(third.headers.get('x-ratelimit-limit'), null)
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await fetch(`${url}/api/orders/x`, { method })
    const limit = ['limit', 'remaining'].map((name) => headers.get(`x-ratelimit-${name}`))
    assert.deepEqual([status, limit], [503, ['50', '50']], method)
  }
  resolve()
  for (const answer of await Promise.all(first)) assert.equal(answer.status, 200)
  assert.equal((await fetch(url)).status, 200)
})

test('one network cannot take every place, and gets its own back', async (t) => {
  const app = fastify({ trustProxy: true })
  closeAtEnd(t, app)
  const { promise: finish, resolve } = Promise.withResolvers<void>()
  const places = refuseOverload(app, WORLD, 8)
  app.get('/', async () => {
    await finish
    return 'done'
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const from = (address: string) => fetch(url, { headers: { 'x-forwarded-for': address } })
  const held: Promise<Response>[] = []
  const hold = async (...addresses: string[]) => {
    for (const address of addresses) {
      held.push(from(address))
      while (places.taken < held.length) await breath()
    }
  }

  await hold('2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8::4')
  assert.equal((await from('2001:db8::5')).status, 503)
  await hold('192.0.2.1', '192.0.2.1')
  assert.equal((await from('192.0.2.1')).status, 503)
  await hold('192.0.2.2', '192.0.2.2')
  assert.equal((await from('192.0.2.3')).status, 503)
  resolve()
  for (const answer of await Promise.all(held)) assert.equal(answer.status, 200)
  while (places.taken > 0) await breath()
  assert.equal((await from('2001:db8::5')).status, 200)
})

test('requests pipelined before a CONNECT leave nothing behind once their connection is closed', {
  timeout: 60_000,
}, async (t) => {
  const app = fastify()
  closeAtEnd(t, app)
  const places = refuseOverload(app, WORLD)
  app.server.on('connect', refuseConnect)
  const files: Readable[] = []
  const failures: unknown[] = []
  app.setErrorHandler((error) => void failures.push(error))
  app.get('/', (_request, reply) => {
    const file = new Readable({ read() {} })
    files.push(file)
    return reply.send(file)
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const ahead = connect(Number(new URL(url).port), '127.0.0.1')
  ahead.write(`${'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3)}CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n`)
  await once(ahead.resume(), 'close')
  while (places.taken > 0) await breath()
  assert.deepEqual(
    files.map(({ destroyed }) => destroyed),
    [true, true, true],
  )
  assert.deepEqual(failures, [], 'a closed connection is not logged as a failure')
})

test('a client gone before its request is handled leaves no connection behind', {
  timeout: 30_000,
}, async () => {
  const app = fastify()
  refuseOverload(app, WORLD)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const gone = connect(Number(new URL(url).port), '127.0.0.1')
  app.server.prependListener('request', ({ socket }) => {
    gone.resetAndDestroy()
    socket.pause() // as Node does when its read buffer is full
  })
  gone.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1')
  const [{ socket }] = await once(app.server, 'request')
  if (!socket.closed) await once(socket, 'close')
  await app.close()
})

test('a client that reads nothing of its answer is cut off, one that waits is not, nor kept longer than others', {
  timeout: 60_000,
}, async () => {
  const app = fastify({ keepAliveTimeout: 1 })
  refuseOverload(app, WORLD)
  cutOffUnreadAnswers(app.server, 100)
  app.get('/large', async () => Buffer.alloc(64 * 1024 * 1024))
  app.get('/late', async ({ raw }) => {
    await once(raw.socket, 'timeout')
    return 'done'
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const greedy = connect(Number(new URL(url).port), '127.0.0.1')
  greedy.on('error', () => {})
  greedy.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
  const [, response] = await once(app.server, 'request')
  await once(response, 'close')
  assert.equal(response.writableFinished, false)
  greedy.destroy()

  const kept = connect(Number(new URL(url).port), '127.0.0.1')
  kept.write('GET /late HTTP/1.1\r\nHost: x\r\n\r\n')
  const [answer] = await once(kept, 'data')
  assert.match(String(answer), /done$/)
  await once(kept, 'close')
  app.server.closeAllConnections()
  await app.close()
})
