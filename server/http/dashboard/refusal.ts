import type { FastifyReply, FastifyRequest } from 'fastify'
import { DashboardError, type Refusal } from '#contract/dashboard/errors.ts'
import { Refused } from '../../actions/refused.ts'
import type { World } from '../../world.ts'
import { toRefusal, writeRetryAfter } from '../errors.ts'
import { sendWhole } from '../send-whole.ts'

/** Sends every kind of error in the one form that the app knows. */
export function sendDashboardRefusal(
  error: unknown,
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const known =
    error instanceof Refused
      ? new DashboardError('refused', {}, error.message)
      : error instanceof DashboardError
        ? error
        : toRefusal(error, world, request)
  const body: Refusal = {
    error: known.message,
    code: known.code,
    request_id: request.id,
    ...(known.code === 'unknown_categories' && { fields: { categories: known.message } }),
    ...known.context,
  }
  writeRetryAfter(reply, known)
  reply.code(known.status).header('content-type', 'application/json; charset=utf-8')
  return sendWhole(request, reply, JSON.stringify(body))
}
