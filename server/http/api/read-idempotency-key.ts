import type { FastifyRequest } from 'fastify'
import { refuse } from '#contract/errors.ts'
import type { Operation } from '#contract/operations.ts'
import type { Once } from '../../actions/once.ts'

/** Printable ASCII. The document shows it as it is, so it is written for any engine. */
export const IDEMPOTENCY_KEY = /^[ -~]{1,255}$/

/** What the request's Idempotency-Key stands for, where it has one: it belongs to the store, operation and path. */
export function readIdempotencyKey(
  request: FastifyRequest,
  operation: Operation,
  storeId: string,
  id: string,
  bodyHash: string | undefined,
): Once | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined || bodyHash === undefined) return undefined
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) throw refuse('bad_idempotency_key')
  return { store_id: storeId, operation, path: id.toLowerCase(), key, body_hash: bodyHash }
}
