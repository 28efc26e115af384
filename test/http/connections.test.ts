import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate as breath } from 'node:timers/promises'
import { goodCertificate } from '../../harness/servers/receiver.ts'
import { boundConnections } from '../../server/http/connections/connections.ts'
import { proxyTest } from '../../server/http/connections/proxies.ts'
import { makeLog } from '../../server/log.ts'

const ATTACKER = '127.0.0.2'
const PROXY = '127.0.0.3'

for (const [name, make] of [
  ['plain', () => createServer()],
  ['over TLS', () => createTlsServer(goodCertificate)],
] as const) {
  test(`${name}: a client that opens too many connections is disconnected, and others still get in`, {
    timeout: 60_000,
    skip: process.platform !== 'linux' && 'only Linux has all of 127.0.0.0/8',
  }, async () => {
    const lines: string[] = []
    const log = makeLog('warn', { write: (line: string) => void lines.push(line) })
    await using server = make().listen(0, '127.0.0.1')
    const places = boundConnections(server, { isProxy: proxyTest([PROXY]), log }, 8)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const opened: Socket[] = []
    const open = async (from: string) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from })
      opened.push(socket.on('error', () => {}))
      await once(server, 'connection')
      return socket.resume()
    }

    for (let n = 0; n < 4; n++) await open(ATTACKER)
    const refused = await open(ATTACKER)
    if (!refused.closed) await once(refused, 'close')
    assert.equal(places.taken, 4)
    await open('127.0.0.1')
    for (let n = 0; n < 8; n++) await open(PROXY)
    assert.equal(places.taken, 5)
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)).map(({ msg, network, open }) => [msg, network, open]),
      [['Too many connections are open: new ones are turned away', ATTACKER, 4]],
    )

    for (const socket of opened) socket.destroy()
    while (places.taken > 0) await breath()
    const again = await open(ATTACKER)
    assert.equal(places.taken, 1)
    again.destroy()
  })
}
