import type { FastifyInstance } from 'fastify'
import { pendingMigrations } from '../storage/migrate.ts'
import type { World } from '../world.ts'

/** `/healthz`: the process lives. `/readyz`: it can do its work. */
export function addHealth(server: FastifyInstance, { db, log }: World) {
  server.get('/healthz', async () => ({ status: 'ok' }))
  server.get('/readyz', async (_, reply) => {
    try {
      const pending = await pendingMigrations(db)
      if (pending.length === 0) return { status: 'ok' }
      return reply.code(503).send({ status: 'migrations pending', pending })
    } catch (error) {
      log.warn({ err: error }, 'Not ready: the database did not answer')
      return reply.code(503).send({ status: 'database unreachable' })
    }
  })
}
