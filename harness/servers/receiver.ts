import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { type Certificate, makeCertificate } from './certificates.ts'

export interface Received {
  path: string
  headers: Record<string, string>
  body: string
}

type Answer = (response: ServerResponse, received: Received, request: IncomingMessage) => void

const authority = makeCertificate({ name: 'An authority for tests' })
export const authorityCertificate = authority.cert
export const goodCertificate = makeCertificate({
  name: 'localhost',
  hosts: ['localhost', '127.0.0.1'],
  issuer: authority,
})

export const certificateBy = (wish: Omit<Parameters<typeof makeCertificate>[0], 'issuer'>) =>
  makeCertificate({ ...wish, issuer: authority })

/** Lets this process trust the certificates of receivers, as it trusts those of public authorities. */
export function trustReceivers() {
  setDefaultCACertificates([...getCACertificates('default'), authority.cert])
}

/** A seller's server: real HTTPS on a free port. It keeps what it receives and answers 200 unless told otherwise. */
export async function startReceiver({
  answer = (response) => response.end('{"ok":true}'),
  certificate = goodCertificate,
}: {
  answer?: Answer
  certificate?: Certificate
} = {}) {
  const received: Received[] = []
  let heard = Promise.withResolvers<void>()
  let respond = answer
  const server = createServer({ key: certificate.key, cert: certificate.cert }, async (request, response) => {
    const body = await text(request).catch(() => '')
    const one = {
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body,
    }
    received.push(one)
    respond(response, one, request)
    heard.resolve()
    heard = Promise.withResolvers()
  })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `https://localhost:${port}/hook`,
    received,
    answerWith: (next: Answer) => {
      respond = next
    },
    /** Resolves once that many requests have come in. */
    async waitFor(count: number) {
      while (received.length < count) await heard.promise
      return received
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
