import type { FastifyInstance } from 'fastify'
import { type Documented, openApiDocument } from '../openapi/document.ts'
import { docsPage } from './page.ts'

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** The API's documentation, for machines and for people. Both are made once, when first asked for. */
export function addDocs(server: FastifyInstance, documented: Documented) {
  let document: string | undefined
  let page: string | undefined
  server.get('/openapi.json', (_, reply) => {
    document ??= JSON.stringify(openApiDocument(documented))
    return reply
      .type('application/json; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .send(document)
  })
  server.get('/docs', async (_, reply) => {
    page ??= String(await docsPage(documented))
    return reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY).send(page)
  })
}
