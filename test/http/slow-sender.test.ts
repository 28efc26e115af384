import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { pino } from 'pino'
import { configOf } from '../../harness/app/config-of.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { createStore } from '../../server/actions/stores/create-store.ts'
import { createProduct } from '../../server/http/api/create-product.ts'
import { serveEndpoint } from '../../server/http/api/serve-endpoint.ts'
import { Turns } from '../../server/http/api/turns.ts'
import { BodyReader } from '../../server/http/bodies/body-reader.ts'
import { makeServer } from '../../server/http/server.ts'
import { countingGate } from '../../server/limits/gate.ts'
import { KeyUses } from '../../server/limits/key-uses.ts'
import { MemoryCounter } from '../../server/limits/memory-counter.ts'
import { openWorld } from '../../server/open-world.ts'
import { parseAnswer, rawSocket } from '../help/raw-socket.ts'

test('a sender that falls silent, or trickles without end, gets 408, and nothing is created', {
  timeout: 60_000,
}, async () => {
  await using opened = new AsyncDisposableStack()
  const folder = opened.use(await temporaryFolder())
  const config = configOf({ DATA_DIR: folder.path })
  const world = opened.use(await openWorld(config, { log: pino({ level: 'silent' }) }))
  const { api_key } = await createStore(world, { name: 'Shop' })
  const server = makeServer(config, world)
  opened.defer(() => server.close())
  const door = {
    world,
    gate: countingGate(world.db, new MemoryCounter()),
    keyUses: opened.use(new KeyUses(world)),
    bodies: opened.use(new BodyReader({ idleMs: 500, smallWithinMs: 1000 })),
    turns: new Turns(world.db),
  }
  server.post(
    '/api/products/create',
    serveEndpoint(door as Parameters<typeof serveEndpoint>[0], createProduct),
  )
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo

  const answerTo = async (keepSending: (raw: ReturnType<typeof rawSocket>) => NodeJS.Timeout | undefined) => {
    using raw = rawSocket(`http://127.0.0.1:${port}`)
    raw.write(
      `POST /api/products/create HTTP/1.1\r\nHost: x\r\nX-API-Key: ${api_key}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"name":"Lamp",',
    )
    const sending = keepSending(raw)
    const { status, body, headers } = parseAnswer(await raw.until('}'))
    clearInterval(sending)
    return { status, body, connection: headers.get('connection') }
  }
  const refused = { status: 408, body: { error: 'Request took too long to arrive' }, connection: 'close' }
  assert.deepEqual(await answerTo(() => undefined), refused)
  assert.deepEqual(await answerTo((raw) => setInterval(() => raw.write(' '), 20)), refused)
})
