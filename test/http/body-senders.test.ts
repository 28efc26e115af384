import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { getPriority } from 'node:os'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../../harness/app/until.ts'
import { noise } from '../../harness/shops/pictures.ts'
import { BodyMemory } from '../../server/http/bodies/body-memory.ts'
import { BodyThread } from '../../server/http/bodies/body-thread.ts'
import { startBodyServer } from '../help/body-server.ts'
import { rawSocket } from '../help/raw-socket.ts'

const server = await startBodyServer()
after(() => server[Symbol.asyncDispose]())

const JSON_TYPE = 'Content-Type: application/json'
/** Longer than a slow machine delays a process, so that a constant sender does not count as silent. */
const MAY_BE_SILENT_MS = 1000

describe('a sender that', () => {
  test('goes away in the middle leaves nothing behind', async () => {
    await using hasty = await startBodyServer({ mostBytesAtOnce: 1024 * 1024 })
    for (const length of [1000, 900_000]) {
      const socket = connect(hasty.port, '127.0.0.1')
      const request = `POST / HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\nContent-Length: ${length}\r\n\r\n{"name":`
      await new Promise((resolve) => socket.write(request, resolve))
      socket.destroy()
    }
    while (hasty.refusals.length < 2) await pause(10)
    assert.deepEqual(hasty.refusals, ['body_aborted', 'body_aborted'])
    const text = `{"name":"x","padding":"${'x'.repeat(900_000)}"}`
    assert.deepEqual((await hasty.send(text)).body, { name: 'x' }, 'its memory was given back')
    assert.deepEqual(hasty.failures, [])
  })

  test('closes its side before the full length is treated as aborted', async () => {
    await using hasty = await startBodyServer()
    const socket = connect(hasty.port, '127.0.0.1')
    socket.end(`POST / HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\nContent-Length: 500\r\n\r\n{}`)
    socket.resume()
    while (hasty.refusals.length === 0) await pause(10)
    assert.deepEqual(hasty.refusals, ['body_aborted'])
  })

  test('falls silent is cut off', async () => {
    await using impatient = await startBodyServer({ idleMs: 100 })
    for (const length of [500, 900_000]) {
      assert.deepEqual(await impatient.raw(`${JSON_TYPE}\r\nContent-Length: ${length}`, '{"name":'), {
        refusal: 'body_timeout',
      })
    }
  })

  test('sends a body in tens of thousands of tiny chunks is refused, in thousands it is not', async () => {
    const inChunks = (body: string, bytes: number) => {
      const chunks = body.match(new RegExp(`.{1,${bytes}}`, 'g'))!
      return `${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\n\r\n`
    }
    const head = `${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\nIdempotency-Key: first`
    const ofLength = (bytes: number) => `{"name":"x","padding":"${'x'.repeat(bytes - 24)}"}`
    for (const [bytes, chunkBytes] of [
      [8000, 1],
      [1_000_000, 64],
    ] as const) {
      const text = ofLength(bytes)
      assert.equal((await server.raw(head, inChunks(text, chunkBytes))).sha256, hash('sha256', text))
    }
    for (const bytes of [20_000, 600_000])
      assert.deepEqual(await server.raw(head, inChunks(ofLength(bytes), 1)), { refusal: 'body_too_large' })
  })

  test('sends a large body slowly is cut off, a small one is not', async () => {
    await using impatient = await startBodyServer({ idleMs: MAY_BE_SILENT_MS })
    const dripping = (body: string) =>
      ReadableStream.from(
        (async function* () {
          for (const part of body.match(/.{1,4}/g)!) {
            await pause(40)
            yield Buffer.from(part)
          }
        })(),
      )
    const small = `{"name":"patience","stock":5}${' '.repeat(90)}`
    assert.deepEqual((await impatient.send(dripping(small))).body, { name: 'patience', stock: 5 })
    const socket = connect(impatient.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\nContent-Length: 900000\r\n\r\n`)
    const drops = setInterval(() => socket.write('x'), 20)
    const [answer] = await once(socket, 'data')
    clearInterval(drops)
    socket.destroy()
    assert.match(String(answer), /body_timeout/)
  })
})

describe('memory', () => {
  const large = `{"name":"x","padding":"${'x'.repeat(600_000)}"}`

  test('is lent in the order of arrival, and waiting bodies are not read', async () => {
    await using tight = await startBodyServer({ mostBytesAtOnce: 1024 * 1024 })
    await tight.send(large, { 'x-hold': '1' })
    assert.equal(tight.held.length, 1)
    const order: number[] = []
    const waiting: Promise<unknown>[] = []
    for (const number of [1, 2, 3]) {
      waiting.push(tight.send(large).then(() => order.push(number)))
      while (tight.arrived() <= number) await pause(5)
    }
    await pause(200)
    assert.deepEqual(order, [])
    assert.deepEqual((await tight.send('{"stock":1}')).body, { stock: 1 }, 'a small body does not wait')
    tight.held[0]!.release()
    tight.held[0]!.release()
    await Promise.all(waiting)
    assert.deepEqual(order, [1, 2, 3])
  })

  test('is not used up by tiny chunks of a body that still waits for it', async () => {
    await using tight = await startBodyServer({ mostBytesAtOnce: 1024 * 1024 })
    await tight.send(large, { 'x-hold': '1' })
    const requests: IncomingMessage[] = []
    const note = (message: unknown) => requests.push((message as { request: IncomingMessage }).request)
    subscribe('http.server.request.start', note)
    const known = 300_000
    const chunks = `${known.toString(16)}\r\n${' '.repeat(known)}\r\n${'1\r\n \r\n'.repeat(60_000)}0\r\n\r\n`
    const answer = tight.raw(`${JSON_TYPE}\r\nTransfer-Encoding: chunked`, chunks)
    while (requests.length === 0) await pause(5)
    unsubscribe('http.server.request.start', note)
    await pause(300)
    const ahead = requests[0]!.socket.bytesRead - known
    assert.ok(ahead < 200_000, `${ahead} bytes of ${chunks.length - known} were read`)
    tight.held[0]!.release()
    assert.deepEqual(await answer, { refusal: 'body_too_large' })
  })

  test('is waited for by chunked bodies too, which arrive whole', async () => {
    await using tight = await startBodyServer({ mostBytesAtOnce: 1024 * 1024 })
    await tight.send(large, { 'x-hold': '1' })
    const texts = [1, 50, 4096, 300_000].map((bytes) => {
      const text = `{"name":"${bytes}","padding":"${randomBytes(400_000).toString('base64')}"}`
      const ends = [300_000]
      while (ends.length < 5000 && ends.at(-1)! < text.length) ends.push(ends.at(-1)! + bytes)
      const parts = [...ends, text.length].map((end, i) => text.slice(ends[i - 1] ?? 0, end))
      const chunks = parts.filter(Boolean).map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
      return { text, chunks: `${chunks.join('')}0\r\n\r\n` }
    })
    const head = `${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\nIdempotency-Key: first`
    const answers = texts.map(({ chunks }) => tight.raw(head, chunks))
    while (tight.arrived() <= texts.length) await pause(5)
    await pause(100)
    tight.held[0]!.release()
    for (const [i, answer] of (await Promise.all(answers)).entries())
      assert.equal(answer.sha256, hash('sha256', texts[i]!.text))
  })

  test('is not kept from a fast sender by a slow one', async () => {
    await using tight = await startBodyServer({ mostBytesAtOnce: 1024 * 1024, idleMs: MAY_BE_SILENT_MS })
    const socket = connect(tight.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\nContent-Length: 70000000\r\n\r\n{`)
    const slowly = setInterval(() => socket.write(' '.repeat(20_000)), 100)
    await pause(MAY_BE_SILENT_MS + 500)
    assert.deepEqual(tight.refusals, [], 'no other body waits yet')
    assert.deepEqual((await tight.send(large)).body, { name: 'x' })
    clearInterval(slowly)
    socket.destroy()
    assert.deepEqual(tight.refusals, ['body_timeout'])
  })

  test('is not kept from a seller by customer forms whose announced bodies never arrive', async () => {
    await using patient = await startBodyServer({ idleMs: 3_600_000 })
    using strangers = new DisposableStack()
    const waiting = [1, 2, 3].map(() => {
      const raw = strangers.use(rawSocket(`http://127.0.0.1:${patient.port}`))
      raw.write('POST /form HTTP/1.1\r\nHost: x\r\nContent-Length: 75000000\r\n\r\n--x\r\n')
      return raw
    })
    await until(async () => patient.arrived() === waiting.length)
    // So large that it cannot overtake others that wait for the same memory.
    const { body } = await patient.send(`{"name":"x","padding":"${' '.repeat(17 * 1024 * 1024)}"}`)
    assert.deepEqual(body, { name: 'x' })
    assert.deepEqual(
      waiting.map(({ socket }) => socket.bytesRead),
      [0, 0, 0],
      'they are still being waited for',
    )
  })

  test('comes back from a body that is refused', { timeout: 30_000 }, async () => {
    await using tight = await startBodyServer({ mostBytesAtOnce: 1024 * 1024 })
    assert.deepEqual(await tight.send(large.slice(1)), { refusal: 'invalid_json' })
    assert.deepEqual((await tight.send(large)).body, { name: 'x' })
  })

  test('is limited for a body of nothing but brackets, which is refused', async () => {
    const nested = `{"unknown":[${'[],'.repeat(2_000_000)}[]]}`
    assert.deepEqual(await server.send(nested), { refusal: 'body_too_large' })
  })

  test('is parsed and decoded by threads of lower priority than the main one', {
    skip: process.platform !== 'linux',
  }, async () => {
    const picture = await noise({ width: 600, height: 600 }).png().toBuffer()
    const withPicture = JSON.stringify({ primary_image: picture.toString('base64') })
    assert.ok(withPicture.length > 1_000_000)
    // The first picture starts the decoding thread; the next body finds it running.
    for (let time = 0; time < 2; time++) await server.send(withPicture)
    const prioritiesOf = async (name: string) =>
      (await readdir('/proc/self/task'))
        .filter((id) => nameOfThread(id).startsWith(name))
        .map((id) => getPriority(Number(id)))
    const main = getPriority(process.pid)
    assert.ok((await prioritiesOf('libvips')).some((priority) => priority > main))
    const pool = await prioritiesOf('libuv-worker')
    assert.ok(pool.length > 0)
    assert.deepEqual(
      new Set(pool),
      new Set([main]),
      'the file system threads keep the priority of the main one',
    )
  })

  test('of the parsing thread is limited, and a new thread follows one that ran out', async () => {
    const thread = new BodyThread({ mostHeapMb: 16 })
    const parse = async (lists: number) => {
      const text = `{"name":"x","unknown":[${'{},'.repeat(lists)}{}]}`
      const lent = await new BodyMemory(1).lend(text.length, 'a store')
      Buffer.from(lent.memory).write(text)
      return (await thread.parse(lent, text.length, { fields: ['name'], whose: 'a store', isHashed: false }))
        .parsed
    }
    assert.deepEqual(await parse(480_000), { refusal: 'body_too_large' })
    assert.deepEqual(await parse(10), { body: { name: 'x' }, images: { images: [] } })
    await thread.close()
  })
})

/** Empty when the thread has ended meanwhile. */
function nameOfThread(id: string): string {
  try {
    return readFileSync(`/proc/self/task/${id}/comm`, 'utf8')
  } catch {
    return ''
  }
}
