import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { requestBytes, runLoad } from '../../bench/load/load.ts'

const STANDSTILL_MS = 300

test('a load with a pace counts the wait of every request that fell due while the server stood still', async () => {
  let asked = 0
  const server = createServer((_, response) => {
    if (asked++ > 0) response.end()
    else setTimeout(() => response.end(), STANDSTILL_MS)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const request = requestBytes('GET', '/', {})
  const load = { port, connections: 1, seconds: 0.6, perSecond: 1000, next: () => request }
  const { count, p99Ms } = await runLoad(load)
  server.close()
  assert.ok(p99Ms > STANDSTILL_MS / 2, `the 99th percentile is ${p99Ms} ms`)
  assert.ok(count >= 599, `${count} of the 600 that were due before the end`)
})
