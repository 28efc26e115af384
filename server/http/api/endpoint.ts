import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { ApiError, refuse } from '#contract/errors.ts'
import { OPERATIONS, type Operation } from '#contract/operations.ts'
import type { Once } from '../../actions/once.ts'
import type { Gate } from '../../limits/gate.ts'
import type { KeyUses } from '../../limits/key-uses.ts'
import { isApiKeyShaped } from '../../rules/api-key.ts'
import { judge, type LimitVerdict, retryAfter, WINDOW_MS } from '../../rules/rate-window.ts'
import { after, type Soon } from '../../storage/soon.ts'
import { findStoreOfKey } from '../../storage/stores/api-keys.ts'
import type { World } from '../../world.ts'
import type { BodyReader } from '../bodies/body-reader.ts'
import { tookLong } from '../bodies/slow-body.ts'
import { sendRefusal, toRefusal } from '../errors.ts'
import { withCheckedImages } from './checked-images.ts'
import { onceOf } from './idempotency.ts'

export interface Call {
  world: World
  storeId: string
  /** The `:id` of the path, as it was sent. */
  id: string
  query: Readonly<Record<string, unknown>>
  /** The known fields of the body; empty where the endpoint takes none. */
  body: Record<string, unknown>
  once: Once | undefined
}

export interface Answer {
  status: 200 | 201
  json: string
  /** The answer of an earlier request with the same Idempotency-Key. */
  replayed?: boolean
}

export interface Endpoint {
  operation: Operation
  body?: { limitBytes: number; fields: readonly string[] }
  /** Takes an Idempotency-Key. */
  idempotent?: boolean
  handle(call: Call): Soon<Answer>
}

export interface ApiDoor {
  world: World
  gate: Gate
  keyUses: KeyUses
  bodies: BodyReader
}

/** What happens around every operation, in the order in which errors win: key, limit, body, and only then the work. */
export function serveEndpoint(door: ApiDoor, endpoint: Endpoint): RouteHandlerMethod {
  const act = endpoint.body ? workWithBody : work
  return (request, reply) => {
    const sendError = (error: unknown) => {
      if (!reply.hasHeader(LIMIT)) writeLimit(reply, uncounted(endpoint.operation, door.world.now()))
      return sendRefusal(request, reply, toRefusal(error, door.world, request))
    }
    try {
      const sent = after(admit(door, endpoint.operation, request, reply), (storeId) =>
        after(act(door, endpoint, storeId, request), (answer) => sendAnswer(reply, answer)),
      )
      return sent instanceof Promise
        ? sent.catch((error) => orKeyIsGone(door.world, request, error).then(sendError, sendError))
        : sent
    } catch (error) {
      return sendError(error)
    }
  }
}

function sendAnswer(reply: FastifyReply, { status, json, replayed }: Answer): FastifyReply {
  if (replayed) reply.header('idempotent-replayed', 'true')
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(json)
}

function keyOf({ headers }: FastifyRequest): string {
  const header = headers['x-api-key']
  return typeof header === 'string' ? header : ''
}

const hashOf = ({ vault }: World, key: string) => (isApiKeyShaped(key) ? vault.hashApiKey(key) : undefined)

/** The store whose key this is. Writes the limit headers on every answer, refused or not. */
function admit(
  { world, gate, keyUses }: ApiDoor,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Soon<string> {
  const key = keyOf(request)
  const now = world.now()
  return after(gate.admit(hashOf(world, key), request.ip, operation, now), ({ storeId, limit }) => {
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

/** Where nobody could be asked, nothing has been counted either. */
const uncounted = (operation: Operation, now: number): LimitVerdict =>
  judge({ used: 0, endsAt: now + WINDOW_MS }, OPERATIONS[operation].perMinute)

function work({ world }: ApiDoor, endpoint: Endpoint, storeId: string, request: FastifyRequest) {
  const { id = '' } = request.params as { id?: string }
  return endpoint.handle({
    world,
    storeId,
    id,
    query: request.query as Call['query'],
    body: {},
    once: undefined,
  })
}

async function workWithBody(
  { world, bodies }: ApiDoor,
  endpoint: Endpoint,
  storeId: string,
  request: FastifyRequest,
): Promise<Answer> {
  const { id = '' } = request.params as { id?: string }
  const query = request.query as Call['query']
  const { limitBytes, fields } = endpoint.body!
  const began = world.now()
  const read = await bodies.readJsonBody(request.raw, limitBytes, fields, storeId)
  if ('refusal' in read) throw new ApiError(read.refusal)
  try {
    if (tookLong(began, world.now())) await findKeyAgain(world, request, storeId)
    const once = endpoint.idempotent
      ? onceOf(request, endpoint.operation, storeId, id, read.sha256)
      : undefined
    return await endpoint.handle({
      world,
      storeId,
      id,
      query,
      body: withCheckedImages(read.body, read.images),
      once,
    })
  } finally {
    read.release()
  }
}

/** What fails because the store was deleted meanwhile is told what every request with its key is told from then on. */
async function orKeyIsGone(world: World, request: FastifyRequest, error: unknown): Promise<unknown> {
  const hash = world.db.dialect.isDangling(error) ? hashOf(world, keyOf(request)) : undefined
  return hash && !(await findStoreOfKey(world.db, hash)) ? refuse('invalid_api_key') : error
}

async function findKeyAgain(world: World, request: FastifyRequest, storeId: string) {
  const key = await findStoreOfKey(world.db, hashOf(world, keyOf(request))!)
  if (key?.store_id !== storeId) throw refuse('invalid_api_key')
}
