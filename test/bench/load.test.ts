import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { requestBytes, runLoad } from '../../bench/load/load.ts'

const STANDSTILL_MS = 300
const request = requestBytes('GET', '/', {})

test('a paced load counts the wait of every request that fell due while the server stalled', async () => {
  let asked = 0
  await using server = await listening((_, response) => {
    if (asked++ > 0) response.end()
    else setTimeout(() => response.end(), STANDSTILL_MS)
  })
  const load = { port: server.port, connections: 1, seconds: 0.6, perSecond: 1000, next: () => request }
  const { count, p99Ms } = await runLoad(load)
  assert.ok(p99Ms > STANDSTILL_MS / 2, `the 99th percentile is ${p99Ms} ms`)
  assert.equal(count, 600, 'all that were due before the end')
})

test('a request due before the end is sent even if its timer fires after it', async () => {
  await using server = await listening((_, response) => void response.end())
  const standStill = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60)
  setTimeout(standStill, 80)
  const load = { port: server.port, connections: 1, seconds: 0.1, perSecond: 1000, next: () => request }
  assert.equal((await runLoad(load)).count, 100)
})

async function listening(answer: RequestListener) {
  const server = createServer(answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { port, [Symbol.asyncDispose]: () => new Promise<void>((done) => void server.close(() => done())) }
}
