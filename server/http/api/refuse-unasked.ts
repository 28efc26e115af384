import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, type ErrorCode } from '#contract/errors.ts'
import { sendRefusal } from '../errors.ts'
import { writeLimitIfNone } from './admit.ts'
import { operationAt } from './operation-at.ts'

/** For what is refused before its route is asked: the answer of an operation carries its limit all the same. */
export function refuseUnasked(request: FastifyRequest, reply: FastifyReply, code: ErrorCode, now: number) {
  const operation = operationAt(request.routeOptions)
  if (operation) writeLimitIfNone(reply, operation, now)
  return sendRefusal(request, reply, new ApiError(code))
}
