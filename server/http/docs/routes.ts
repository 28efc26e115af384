import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { onFirstUse } from '../../rules/values/on-first-use.ts'
import { type Documented, openApiDocument } from '../openapi/document.ts'
import { takesEncoding } from '../takes-encoding.ts'
import { docsPage } from './page.ts'

const policyWith = (script: string) =>
  `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash('sha256', script, 'base64')}'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

/** The API's documentation, for machines and for people. */
export function addDocs(server: FastifyInstance, documented: Documented) {
  const document = packedOnce(async () => JSON.stringify(openApiDocument(documented)))
  const script = readFileSync(new URL('copy.js', import.meta.url), 'utf8')
  const policy = policyWith(script)
  const page = packedOnce(async () => String(await docsPage(documented, script)))
  server.get('/openapi.json', (request, reply) => {
    reply.type('application/json; charset=utf-8').header('access-control-allow-origin', '*')
    return send(request, reply, document)
  })
  server.get('/docs', (request, reply) => {
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy)
    return send(request, reply, page)
  })
  server.get('/docs/', (_, reply) => reply.redirect('/docs', 308))
}

/** Built and compressed at the first request, so that it does not delay the start. */
const packedOnce = (make: () => Promise<string>) =>
  onFirstUse(async () => {
    const plain = await make()
    return { plain, packed: await promisify(gzip)(plain) }
  })

async function send(request: FastifyRequest, reply: FastifyReply, text: ReturnType<typeof packedOnce>) {
  const { plain, packed } = await text()
  reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding')
  if (!takesEncoding(request, 'gzip')) return reply.send(plain)
  return reply.header('content-encoding', 'gzip').send(packed)
}
