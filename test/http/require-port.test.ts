import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { requirePort } from '../../server/http/require-port.ts'

async function portOfNobody(host: string) {
  const server = createServer().listen({ port: 0, host })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return port
}

test('checking whether a port is free accepts no connections there', async () => {
  const port = await portOfNobody('127.0.0.1')
  const asked = requirePort(port, '127.0.0.1')
  const senders: Socket[] = []
  for (let tick = 0; tick < 100; tick++) {
    senders.push(connect(port, '127.0.0.1'))
    await new Promise<void>((resolve) => process.nextTick(resolve))
  }
  const heard = await Promise.all(senders.map((each) => once(each, 'connect').catch(({ code }) => code)))
  assert.deepEqual([...new Set(heard)], ['ECONNREFUSED'])
  await asked
})

for (const [host, other] of [
  ['127.0.0.1', '0.0.0.0'],
  ['0.0.0.0', '127.0.0.1'],
] as const) {
  test(`a port in use on ${other} is not free on ${host}`, async () => {
    const server = createServer().listen({ port: 0, host: other })
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await assert.rejects(requirePort(port, host), { code: 'EADDRINUSE' })
    await once(server.close(), 'close')
    await requirePort(port, host)
  })
}
