import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer as createPlain,
  type IncomingMessage,
  request as plainRequest,
  type RequestListener,
} from 'node:http'
import { createServer as createSecure, request as secureRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { makeCertificate } from '../../harness/servers/certificates.ts'
import { BodyReader } from '../../server/http/bodies/body-reader.ts'
import { boundReadAhead } from '../../server/http/bodies/read-ahead.ts'

const LIMIT_BYTES = 80 * 1024 * 1024

async function start(isSecure: boolean, watch: (request: IncomingMessage) => void = () => {}) {
  const reader = new BodyReader()
  const listener: RequestListener = async (request, response) => {
    watch(request)
    const read = await reader.readJsonBody(request, LIMIT_BYTES, ['name'], 'a store')
    assert.ok('body' in read)
    response.end(JSON.stringify({ whole: read.sha256, name: hash('sha256', read.body.name as string) }))
    read.release()
  }
  const { key, cert } = makeCertificate({ name: 'localhost', hosts: ['localhost'] })
  const server = isSecure ? createSecure({ key, cert }, listener) : createPlain(listener)
  boundReadAhead(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    request: (headers: Record<string, string | number>) =>
      (isSecure ? secureRequest : plainRequest)({
        host: '127.0.0.1',
        port,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        ...(isSecure && { ca: cert, servername: 'localhost' }),
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await reader[Symbol.asyncDispose]()
    },
  }
}

for (const isSecure of [false, true]) {
  test(`a large body arrives whole over ${isSecure ? 'HTTPS' : 'HTTP'}, in whatever pieces it comes`, async () => {
    await using server = await start(isSecure)
    for (const isChunked of [false, true]) {
      for (const piece of [1000, 16_384, 65_536, 500_000]) {
        const name = randomBytes(1_000_000).toString('base64')
        const text = Buffer.from(JSON.stringify({ name }))
        const length = isChunked ? {} : { 'content-length': text.length }
        const request = server.request({ 'idempotency-key': 'first', ...length })
        for (let at = 0; at < text.length; at += piece) request.write(text.subarray(at, at + piece))
        request.end()
        const [response] = await once(request, 'response')
        assert.deepEqual(await json(response), { whole: hash('sha256', text), name: hash('sha256', name) })
      }
    }
  })
}

for (const isSecure of [false, true]) {
  for (const piece of [4096, 8_000_000]) {
    const how = `over ${isSecure ? 'HTTPS' : 'HTTP'}, in chunks of ${piece} bytes`
    test(`reading a large buffered body yields to other work every 128 KB, ${how}`, async () => {
      const turns: number[] = []
      let thisTurn = 0
      const nextTurn = () => {
        if (thisTurn > 0) turns.push(thisTurn)
        thisTurn = 0
        turn = setImmediate(nextTurn)
      }
      let turn = setImmediate(nextTurn)
      await using server = await start(isSecure, (request) => {
        const emit = request.emit.bind(request)
        request.emit = (event: string, ...rest: unknown[]) => {
          if (event === 'data') thisTurn += (rest[0] as Buffer).length
          return emit(event, ...rest)
        }
      })
      const text = Buffer.from(JSON.stringify({ name: 'x'.repeat(8_000_000) }))
      const request = server.request({})
      for (let at = 0; at < text.length; at += piece) request.write(text.subarray(at, at + piece))
      const [response] = await once(request.end(), 'response')
      await json(response)
      clearImmediate(turn)
      // About 128 KB a turn. A body of unknown size is read up to 256 KB without a pause.
      assert.ok(Math.max(...turns) <= 512 * 1024, `${Math.max(...turns)} bytes in a turn of the event loop`)
      assert.ok(turns.length < 400, `${turns.length} turns of the event loop`)
    })
  }
}
