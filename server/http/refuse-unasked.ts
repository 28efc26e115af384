import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, type ErrorCode } from '#contract/errors.ts'
import { writeLimitIfNone } from './api/admit.ts'
import { operationAt } from './api/operation-at.ts'
import { sendRefusal } from './errors.ts'

/**
 * Refuses a request before its route is called. The answer of an API operation still carries the rate limit headers.
 */
export function refuseUnasked(request: FastifyRequest, reply: FastifyReply, code: ErrorCode, now: number) {
  const operation = operationAt(request.routeOptions)
  if (operation) writeLimitIfNone(reply, operation, now)
  return sendRefusal(request, reply, new ApiError(code))
}
