import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { measureRequests } from '../../server/http/metrics/measure.ts'
import { refuseOverload } from '../../server/http/overload.ts'

test('what is too much at once is refused with 503 and told when to come back, but for a look at its health', async () => {
  const app = fastify()
  const { promise: finish, resolve } = Promise.withResolvers<void>()
  const answering = refuseOverload(app, 2)
  const counted = measureRequests(app)
  app.get('/', async () => {
    await finish
    return 'done'
  })
  app.get('/healthz', async () => 'alive')
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const first = [fetch(url), fetch(url)]
  while (answering.size < 2) await new Promise(setImmediate)

  const third = await fetch(url)
  assert.equal(third.status, 503)
  assert.equal(third.headers.get('retry-after'), '1')
  assert.deepEqual(await third.json(), { error: 'Service is busy, please try again' })
  assert.equal((await fetch(`${url}/healthz`)).status, 200)
  assert.equal(counted.get('other')?.statuses.get(503), 1)
  resolve()
  for (const answer of await Promise.all(first)) assert.equal(answer.status, 200)
  assert.equal((await fetch(url)).status, 200)
  app.server.closeAllConnections()
  await app.close()
})
