import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { OutageLog } from '../outage-log.ts'
import { MINUTE_MS } from '../rules/values/durations.ts'
import { requireWritable } from '../storage/database/server-facts.ts'
import { pendingMigrations } from '../storage/migrate.ts'
import type { World } from '../world.ts'

/**
 * Load balancers ask every few seconds, others every half minute. With a minute, the log shows all of it as one outage.
 */
const QUIET_MS = MINUTE_MS

/** `/healthz`: the process lives. `/readyz`: it can do its work. */
export function addHealth(server: FastifyInstance, { db, log }: World) {
  const [readOnly, unreachable] = [
    notReady(log, 'database takes no writes'),
    notReady(log, 'database unreachable'),
  ]
  server.get('/healthz', async () => ({ status: 'ok' }))
  server.get('/readyz', async (_, reply) => {
    try {
      const pending = await pendingMigrations(db)
      if (pending.length > 0) return reply.code(503).send({ status: 'migrations pending', pending })
      await requireWritable(db)
      return { status: 'ok' }
    } catch (error) {
      const { status, outage } = db.dialect.isReadOnly(error) ? readOnly : unreachable
      outage.note({ err: error })
      return reply.code(503).send({ status })
    }
  })
}

function notReady(log: Logger, status: string) {
  const words = {
    level: 'warn',
    begins: `Not ready: /readyz says "${status}"`,
    ends: `For a minute /readyz has not said "${status}"`,
  } as const
  return { status, outage: new OutageLog(log, words, QUIET_MS) }
}
