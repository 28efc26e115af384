import type { FastifyRequest } from 'fastify'
import { refuse } from '#contract/errors.ts'
import type { Operation } from '#contract/operations.ts'
import type { Once } from '../../actions/once.ts'

/** Printable ASCII. The OpenAPI document contains this pattern, so it keeps to what every regex engine knows. */
export const IDEMPOTENCY_KEY = /^[ -~]{1,255}$/

/** The request's Idempotency-Key, if it has one, with its scope: store, operation and path. */
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
