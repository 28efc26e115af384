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

const hashOf = ({ vault }: World, key: string) => (isApiKeyShaped(key) ? vault.hashApiKey(key) : undefined)

/** The store whose key this is. Writes the limit headers on every answer, refused or not. */
export function admit(
  { world, gate, keyUses }: ApiDoor,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): MaybePromise<string> {
  const key = keyOf(request)
  const now = world.now()
  return andThen(gate.admit(hashOf(world, key), request.ip, operation, now), ({ storeId, limit }) => {
    writeLimit(reply, limit)
    if (storeId) keyUses.note(storeId, operation, now)
    if (!limit.allowed) {
      throw refuse('rate_limit_exceeded', undefined, { retry_after: retryAfter(limit.endsAt, now) })
    }
    if (!storeId) throw refuse(key === '' ? 'missing_api_key' : 'invalid_api_key')
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
  const hash = mayHaveLostStore(world, error) ? hashOf(world, keyOf(request)) : undefined
  return hash && !(await findStoreOfKey(world.db, hash)) ? refuse('invalid_api_key') : error
}

export async function findKeyAgain(world: World, request: FastifyRequest, storeId: string) {
  const key = await findStoreOfKey(world.db, hashOf(world, keyOf(request))!)
  if (key?.store_id !== storeId) throw refuse('invalid_api_key')
}
