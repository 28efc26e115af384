import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, type ErrorCode } from '#contract/errors.ts'
import { writeLimitIfNone } from './api/admit.ts'
import { operationAt } from './api/operation-at.ts'
import { sendRefusal } from './errors.ts'

/** For what is refused before its route is asked: the answer of an operation carries its limit all the same. */
export function refuseUnasked(request: FastifyRequest, reply: FastifyReply, code: ErrorCode, now: number) {
  const operation = operationAt(request.routeOptions)
  if (operation) writeLimitIfNone(reply, operation, now)
  return sendRefusal(request, reply, new ApiError(code))
}
