import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createProduct } from '../../server/http/api/create-product.ts'
import { BodyReader } from '../../server/http/bodies/body-reader.ts'
import { countingGate } from '../../server/limits/gate.ts'
import { MemoryCounter } from '../../server/limits/memory-counter.ts'
import { startEndpoint } from '../help/endpoint-server.ts'
import { parseAnswer, rawSocket } from '../help/raw-socket.ts'

test('a sender that falls silent, or trickles without end, gets 408, and nothing is created', {
  timeout: 60_000,
}, async () => {
  await using server = await startEndpoint(createProduct, {
    gate: (db) => countingGate(db, new MemoryCounter()),
    bodies: new BodyReader({ idleMs: 500, smallWithinMs: 1000 }),
  })

  const answerTo = async (keepSending: (raw: ReturnType<typeof rawSocket>) => NodeJS.Timeout | undefined) => {
    using raw = rawSocket(server.url)
    raw.write(
      `POST /api/products/create HTTP/1.1\r\nHost: x\r\nX-API-Key: ${server.key}\r\n` +
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

test('a sender that is never silent for long has the whole time for its body', async () => {
  await using server = await startEndpoint(createProduct, {
    gate: (db) => countingGate(db, new MemoryCounter()),
    bodies: new BodyReader({ idleMs: 2000, smallWithinMs: 3200 }),
  })
  using raw = rawSocket(server.url)
  const pieces = ['{"name":"Lamp","price":1,', '"description":"",', '"stock":1}']
  raw.write(
    `POST /api/products/create HTTP/1.1\r\nHost: x\r\nX-API-Key: ${server.key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${pieces.join('').length}\r\n\r\n${pieces[0]}`,
  )
  await pause(1300)
  raw.write(pieces[1]!)
  await pause(850)
  raw.write(pieces[2]!)
  assert.equal(parseAnswer(await raw.until('}')).status, 201)
})
