import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { refuse } from '#contract/errors.ts'
import { configOf } from '../../harness/app/config-of.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { BodyReader } from '../../server/http/bodies/body-reader.ts'
import { makeServer } from '../../server/http/server.ts'
import { openWorld } from '../../server/open-world.ts'
import { rawSocket } from '../help/raw-socket.ts'

/** A server whose routes start with a lookup that lasts as long as the test wants. */
const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())
const folder = opened.use(await temporaryFolder())
const config = configOf({ DATA_DIR: folder.path })
const world = opened.use(await openWorld(config, { log: pino({ level: 'silent' }) }))
const bodies = opened.use(new BodyReader())
const server = makeServer(config, world)
opened.defer(() => server.close())

let lookedUp = Promise.withResolvers<void>()
let arrived = Promise.withResolvers<IncomingMessage>()
const lookUp = (request: IncomingMessage) => {
  arrived.resolve(request)
  return lookedUp.promise
}
server.post('/read', async ({ raw }) => {
  await lookUp(raw)
  const read = await bodies.readJsonBody(raw, 80 * 1024 * 1024, ['name'], 'a store')
  if ('refusal' in read) throw refuse(read.refusal)
  read.release()
  return { sha256: read.sha256 }
})
server.post('/refuse', async ({ raw }) => {
  await lookUp(raw)
  throw refuse('invalid_api_key')
})
server.post('/overlook', async ({ raw }) => {
  await lookUp(raw)
  return { overlooked: true }
})
server.get('/next', () => ({ next: true }))
await server.listen({ port: 0, host: '127.0.0.1' })
const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`

const HEAD = 'HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nIdempotency-Key: first\r\n'
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`
const NEXT_ANSWER = '{"next":true}'
const NEXT = 'GET /next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

const inChunks = (body: string, bytes: number) => {
  const chunks = body.match(new RegExp(`.{1,${bytes}}`, 'g'))!
  return `${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\n\r\n`
}

/** Resolves when Node has stopped reading ahead: the body is complete, or the socket is paused. */
async function readAhead(request: IncomingMessage) {
  while (!request.complete && !request.socket.isPaused()) await pause(5)
}

function holdLookUps() {
  lookedUp = Promise.withResolvers()
  arrived = Promise.withResolvers()
}

/** Sends these bytes, and ends the lookup once nothing more is read ahead. */
async function exchange(...parts: string[]) {
  holdLookUps()
  using raw = rawSocket(url)
  for (const part of parts) raw.write(part)
  const request = await arrived.promise
  await readAhead(request)
  const ahead = request.socket.bytesRead
  const waiting = request.readableLength
  lookedUp.resolve()
  return { ahead, waiting, answer: await raw.untilClosed() }
}

describe('a body in chunks whose sender is being looked up', () => {
  const tiny = inChunks('x'.repeat(200_000), 1)

  test('is not read beyond its first piece before it is refused', async () => {
    for (const [route, status] of [
      ['read', 413],
      ['refuse', 401],
    ] as const) {
      for (const parts of [[CHUNKED + tiny], [CHUNKED, tiny]]) {
        const { ahead, waiting, answer } = await exchange(`POST /${route} `, ...parts)
        assert.ok(ahead <= 2 * 65_536, `${ahead} bytes were read`)
        assert.equal(waiting, 0, 'Node keeps no chunk by itself')
        assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
      }
    }
  })

  test('arrives whole, in whatever chunks it comes', async () => {
    const text = JSON.stringify({ name: randomBytes(400_000).toString('base64') })
    for (const bytes of [70, 5000, 65_536, 600_000]) {
      const { answer } = await exchange(`POST /read ${CHUNKED}${inChunks(text, bytes)}${NEXT}`)
      assert.ok(answer.includes(hash('sha256', text)), answer)
      assert.ok(answer.endsWith(NEXT_ANSWER), answer)
    }
  })

  test('is asked for with 100 Continue, and arrives whole', async () => {
    holdLookUps()
    using raw = rawSocket(url)
    raw.write(`POST /read ${HEAD}Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n`)
    await arrived.promise
    lookedUp.resolve()
    await raw.until('100 Continue\r\n\r\n')
    raw.write(`${inChunks('{"name":"lamp"}', 1)}${NEXT}`)
    const answer = await raw.untilClosed()
    assert.ok(answer.includes(hash('sha256', '{"name":"lamp"}')), answer)
    assert.ok(answer.endsWith(NEXT_ANSWER), answer)
  })

  test('is discarded if the route does not read it, and the connection stays usable', async () => {
    for (const [length, bytes] of [
      [20, 1],
      [300_000, 1],
      [300_000, 70],
      [300_000, 300_000],
    ] as const) {
      const body = inChunks('x'.repeat(length), bytes)
      const { answer } = await exchange(`POST /overlook ${CHUNKED}${body}`, NEXT)
      assert.ok(answer.includes('{"overlooked":true}'), answer)
      assert.ok(answer.endsWith(NEXT_ANSWER), answer)
    }
  })

  test('may follow another one that was discarded', async () => {
    const text = JSON.stringify({ name: 'x'.repeat(300_000) })
    const first = `POST /overlook ${CHUNKED}${inChunks('x'.repeat(20), 1)}`
    const { answer } = await exchange(`${first}POST /read ${CHUNKED}${inChunks(text, 100)}`, NEXT)
    const bodies = answer.split('\r\n\r\n').map((part) => /^\{.*?\}/.exec(part)?.[0])
    assert.deepEqual(bodies.filter(Boolean), [
      '{"overlooked":true}',
      `{"sha256":"${hash('sha256', text)}"}`,
      NEXT_ANSWER,
    ])
  })

  test('is given up if its sender disconnects meanwhile', async () => {
    for (const route of ['read', 'refuse', 'overlook']) {
      holdLookUps()
      const raw = rawSocket(url)
      raw.write(`POST /${route} ${CHUNKED}${tiny}`)
      const request = await arrived.promise
      await readAhead(request)
      const closed = new Promise((resolve) => request.socket.once('close', resolve))
      raw.socket.resetAndDestroy()
      lookedUp.resolve()
      await closed
      assert.ok(request.destroyed)
    }
  })
})
