import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { call } from '../../dashboard/api.ts'

test('a request that is never answered ends, as one that cannot be sent does', {
  timeout: 60_000,
}, async (t) => {
  const asked = Promise.withResolvers<void>()
  const silent = createServer(() => asked.resolve()).listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  t.after(() => silent.closeAllConnections())
  t.after(() => silent.close())
  // A browser knows where its page came from.
  const { fetch } = globalThis
  const { port } = silent.address() as AddressInfo
  t.mock.method(globalThis, 'fetch', (path: string, options: RequestInit) =>
    fetch(`http://127.0.0.1:${port}${path}`, options),
  )
  const over = new AbortController()
  t.mock.method(AbortSignal, 'timeout', () => over.signal)
  const answer = call('signOut', {})
  await asked.promise
  over.abort()
  await assert.rejects(answer, { code: 'offline' })
})
