import type { FastifyInstance } from 'fastify'
import { pendingMigrations } from '../storage/migrate.ts'
import { requireWritable } from '../storage/server-facts.ts'
import type { World } from '../world.ts'

/** `/healthz`: the process lives. `/readyz`: it can do its work. */
export function addHealth(server: FastifyInstance, { db, log }: World) {
  server.get('/healthz', async () => ({ status: 'ok' }))
  server.get('/readyz', async (_, reply) => {
    try {
      const pending = await pendingMigrations(db)
      if (pending.length > 0) return reply.code(503).send({ status: 'migrations pending', pending })
      await requireWritable(db)
      return { status: 'ok' }
    } catch (error) {
      const status = db.dialect.isReadOnly(error) ? 'database takes no writes' : 'database unreachable'
      log.warn({ err: error }, `Not ready: ${status}`)
      return reply.code(503).send({ status })
    }
  })
}
