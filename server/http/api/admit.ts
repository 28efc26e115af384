import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#contract/errors.ts'
import { OPERATIONS, type Operation } from '#contract/operations.ts'
import { isApiKeyShaped } from '../../rules/api-key.ts'
import { judge, type LimitVerdict, retryAfter, WINDOW_MS } from '../../rules/rate-window.ts'
import { andThen, type MaybePromise } from '../../storage/maybe-promise.ts'
import { findStoreOfKey } from '../../storage/stores/api-keys.ts'
import type { World } from '../../world.ts'
import { mayHaveLostStore } from '../lost-store.ts'
import type { ApiDoor } from './endpoint.ts'

function keyOf({ headers }: FastifyRequest): string {
  const header = headers['x-api-key']
  return typeof header === 'string' ? header : ''
}

export function keyHashOf({ vault }: World, request: FastifyRequest): string | undefined {
  const key = keyOf(request)
  return isApiKeyShaped(key) ? vault.hashApiKey(key) : undefined
}

/** The store whose key this is. Writes the limit headers on every answer, refused or not. */
export function admit(
  { world, gate, keyUses }: ApiDoor,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  keyHash: string | undefined,
): MaybePromise<string> {
  const now = world.now()
  return andThen(gate.admit(keyHash, request.ip, operation, now), ({ storeId, limit }) => {
    writeLimit(reply, limit)
    if (storeId) keyUses.note(storeId, operation, now)
    if (!limit.allowed) {
      throw refuse('rate_limit_exceeded', undefined, { retry_after: retryAfter(limit.endsAt, now) })
    }
    if (!storeId) throw refuse(keyOf(request) === '' ? 'missing_api_key' : 'invalid_api_key')
    return storeId
  })
}

const LIMIT = 'x-ratelimit-limit'

function writeLimit(reply: FastifyReply, { limit, remaining, endsAt }: LimitVerdict) {
  reply.header(LIMIT, limit)
  reply.header('x-ratelimit-remaining', remaining)
  reply.header('x-ratelimit-reset', Math.ceil(endsAt / 1000))
}

/** Writes an unused limit where the gate failed, because then the request was not counted. */
export function writeLimitIfNone(reply: FastifyReply, operation: Operation, now: number) {
  if (reply.hasHeader(LIMIT)) return
  writeLimit(reply, judge({ used: 0, endsAt: now + WINDOW_MS }, OPERATIONS[operation].perMinute))
}

/** A request that fails because its store was deleted meanwhile gets the refusal that its key gets from then on. */
export async function orKeyIsGone(world: World, request: FastifyRequest, error: unknown): Promise<unknown> {
  const hash = mayHaveLostStore(world, error) ? keyHashOf(world, request) : undefined
  return hash && !(await findStoreOfKey(world.db, hash)) ? refuse('invalid_api_key') : error
}

/** Refuses a request whose key was replaced or removed since it was admitted. */
export async function requireKeyStill(world: World, request: FastifyRequest, storeId: string) {
  const key = await findStoreOfKey(world.db, keyHashOf(world, request)!)
  if (key?.store_id !== storeId) throw refuse('invalid_api_key')
}
