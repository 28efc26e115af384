import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { call } from '../../dashboard/api.ts'

/** Starts a server for the dashboard that gives this answer, or none. */
async function serve(t: TestContext, answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.after(() => server.closeAllConnections())
  t.after(() => server.close())
  // A browser resolves relative URLs against its page; Node's fetch cannot.
  const { fetch } = globalThis
  const { port } = server.address() as AddressInfo
  t.mock.method(globalThis, 'fetch', (path: string, options: RequestInit) =>
    fetch(`http://127.0.0.1:${port}${path}`, options),
  )
}

test('a request that is never answered times out as offline', {
  timeout: 60_000,
}, async (t) => {
  const asked = Promise.withResolvers<void>()
  await serve(t, () => asked.resolve())
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const answer = call('signOut', {})
  await asked.promise
  t.mock.timers.tick(120_000)
  await assert.rejects(answer, { code: 'offline' })
})

test('a request aborted by its caller is not reported as offline', { timeout: 60_000 }, async (t) => {
  const asked = Promise.withResolvers<void>()
  await serve(t, () => asked.resolve())
  const end = new AbortController()
  const answer = call('signOut', {}, { signal: end.signal })
  await asked.promise
  end.abort()
  await assert.rejects(answer, { name: 'AbortError' })
  await assert.rejects(call('signOut', {}, { signal: end.signal }), { name: 'AbortError' })
})

for (const status of [200, 400])
  test(`an answer of ${status} that breaks off is reported as offline`, async (t) => {
    await serve(t, (_, response) => {
      response.writeHead(status, { 'content-length': 100 })
      response.write('{"code":', () => response.destroy())
    })
    await assert.rejects(call('signOut', {}), { status: 0, code: 'offline' })
  })

test('an error page of a proxy keeps its status', async (t) => {
  await serve(t, (_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'))
  await assert.rejects(call('signOut', {}), { status: 502, code: 'unknown' })
})
