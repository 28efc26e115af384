import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '#contract/errors.ts'
import type { World } from '../../world.ts'
import { sendRefusal } from '../errors.ts'
import { measureRequests } from './measure.ts'
import { databaseMetrics, LoopDelay, processMetrics } from './process-metrics.ts'
import { queueMetrics } from './queue-metrics.ts'
import { requestMetrics } from './request-metrics.ts'

const TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/**
 * Serves `/metrics` to requests with the token; for all others the path does not exist. Where no token is set, nothing
 * is measured. Call this before other routes are added, because only those that are added later are measured.
 */
export function addMetrics(
  server: FastifyInstance,
  { world, token }: { world: World; token: string | undefined },
) {
  if (!token) return
  const expected = sha256(`Bearer ${token}`)
  const requests = measureRequests(server)
  const delay = new LoopDelay()
  server.addHook('onClose', async () => delay[Symbol.dispose]())
  server.get('/metrics', async (request, reply) => {
    if (!timingSafeEqual(sha256(authorization(request)), expected))
      return sendRefusal(request, reply, refuse('not_found'))
    reply.header('content-type', TYPE).header('cache-control', 'no-store')
    const queues = await queueMetrics(world).catch(() => '') // The database is away, which the other metrics show.
    return [
      requestMetrics(requests.values()),
      queues,
      databaseMetrics(world.db),
      delay.text(),
      processMetrics(),
    ].join('')
  })
}

const authorization = ({ headers }: FastifyRequest) => headers.authorization ?? ''

const sha256 = (text: string) => createHash('sha256').update(text).digest()
