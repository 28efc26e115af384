import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { BodyReader, type JsonBody } from '../../server/http/bodies/body-reader.ts'
import { boundReadAhead } from '../../server/http/bodies/read-ahead.ts'

const FIELDS = ['name', 'stock', 'primary_image', 'images', 'variations', 'metadata']

type Options = ConstructorParameters<typeof BodyReader>[0] & { limitBytes?: number }

/** A real server that answers with the body as parsed; for a customer's form only with its length. */
export async function startBodyServer({ limitBytes = 80 * 1024 * 1024, ...options }: Options = {}) {
  const reader = new BodyReader(options)
  const refusals: string[] = []
  const failures: unknown[] = []
  const held: JsonBody[] = []
  let arrived = 0
  const server = createServer(async (request, response) => {
    arrived++
    try {
      if (request.url === '/form') {
        const form = await reader.readBytes(request, limitBytes, 'a network')
        return answer(response, 'refusal' in form ? form : { bytes: form.bytes.length })
      }
      const result = await reader.readJsonBody(request, limitBytes, FIELDS, 'a store')
      if ('refusal' in result) {
        refusals.push(result.refusal)
        answer(response, result)
      } else if (request.headers['x-hold']) {
        held.push(result)
        response.end('{}')
      } else {
        answer(response, described(result))
        result.release()
      }
    } catch (error) {
      failures.push(error)
      response.writeHead(500).end('{}')
    }
  })
  boundReadAhead(server)
  server.keepAliveTimeout = 0 // on a slow machine, a connection could be closed just before its next use
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    port,
    refusals,
    failures,
    held,
    /** The number of requests that have begun to arrive. */
    arrived: () => arrived,
    /** Like fetch, which would copy large bodies several times. */
    async send(body: string | Uint8Array | ReadableStream, headers: Record<string, string> = {}) {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const named = { 'content-type': 'application/json', ...headers }
        const sent = request({ port, method: 'POST', headers: named }, resolve).on('error', reject)
        if (body instanceof ReadableStream) Readable.from(body).pipe(sent)
        else sent.end(body)
      })
      return JSON.parse(await text(answer))
    },
    /** Sends exactly these bytes; resolves with the answer's JSON, if one came. */
    async raw(head: string, ...rest: (string | Uint8Array)[]) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${head}\r\n\r\n`)
      for (const part of rest) socket.write(part)
      const answer = await text(socket)
      return answer === '' ? undefined : JSON.parse(answer.slice(answer.indexOf('{')))
    },
    async [Symbol.asyncDispose]() {
      for (const body of held) body.release()
      server.closeAllConnections()
      server.close()
      await reader[Symbol.asyncDispose]()
    },
  }
}

function answer(response: ServerResponse, value: unknown) {
  const json = JSON.stringify(value)
  response.setHeader('content-length', Buffer.byteLength(json)).end(json)
}

function described({ body, images, sha256 }: JsonBody) {
  const { primary_image, images: list } = images
  const brief = (value: (typeof list)[number]) =>
    'upload' in value ? { upload: value.upload.hash, bytes: value.upload.bytes.length } : value
  return { body, sha256, primary_image: primary_image && brief(primary_image), images: list.map(brief) }
}
