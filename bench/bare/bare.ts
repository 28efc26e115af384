import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import pg from 'pg'

/** The baseline for our reads: the same JSON from memory, or from one prepared select by primary key. */
const server = fastify()
const json = process.env.PRODUCT_JSON ?? '{}'

server.get('/memory/:id', (_, reply) => reply.type('application/json; charset=utf-8').send(json))

if (process.env.DATABASE_URL) {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
  const text = 'select * from products where store_id = $1 and id = $2'
  server.get<{ Params: { store: string; id: string } }>('/select/:store/:id', async ({ params }) => {
    const { rows } = await pool.query({ name: 'product', text, values: [params.store, params.id] })
    return rows[0]
  })
}

process.once('SIGTERM', () => process.exit(0))
await server.listen({ port: 0, host: '127.0.0.1' })
console.log(`listening on :${(server.server.address() as AddressInfo).port}`)
