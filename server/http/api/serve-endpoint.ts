import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { ApiError } from '#contract/errors.ts'
import { parseId } from '../../rules/values/uuid.ts'
import { andThen, type MaybePromise } from '../../storage/maybe-promise.ts'
import { withCheckedImages } from '../bodies/checked-images.ts'
import { tookLong } from '../bodies/slow-body.ts'
import { sendRefusal, toRefusal } from '../errors.ts'
import { admit, keyHashOf, orKeyIsGone, requireKeyStill, writeLimitIfNone } from './admit.ts'
import type { Answer, ApiDoor, Call, Endpoint } from './endpoint.ts'
import { readIdempotencyKey } from './read-idempotency-key.ts'
import type { Steps } from './turns.ts'

/** What happens around every operation, in the order in which errors win: key, limit, body, and only then the work. */
export function serveEndpoint(door: ApiDoor, endpoint: Endpoint): RouteHandlerMethod {
  return (request, reply) => door.turns.join(new Visit(door, endpoint, request, reply))
}

/** One request on its way through an operation. */
class Visit implements Steps {
  readonly #door: ApiDoor
  readonly #endpoint: Endpoint
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  #storeId: MaybePromise<string> = ''
  #found: unknown
  #answer: MaybePromise<Answer> | undefined

  constructor(door: ApiDoor, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
    this.#door = door
    this.#endpoint = endpoint
    this.#request = request
    this.#reply = reply
  }

  admit() {
    const { world } = this.#door
    const keyHash = keyHashOf(world, this.#request)
    this.#storeId = admit(this.#door, this.#endpoint.operation, this.#request, this.#reply, keyHash)
    if (keyHash && this.#storeId instanceof Promise) this.#found = this.#findByKey(keyHash)
  }

  /** A failure is no answer yet: the work then looks for itself. */
  #findByKey(keyHash: string): unknown {
    // A request that must happen once is decided on with its row locked, so what was found before is no use to it.
    if (this.#endpoint.idempotent && this.#request.headers['idempotency-key'] !== undefined) return undefined
    const id = parseId(idOf(this.#request))
    const found = id && this.#endpoint.findByKey?.(this.#door.world.db, keyHash, id)
    return found instanceof Promise ? found.catch(() => undefined) : found
  }

  work() {
    const act = this.#endpoint.body ? workWithBody : work
    this.#answer = andThen(this.#storeId, (storeId) =>
      andThen(this.#found, (found) => act(this.#door, this.#endpoint, storeId, this.#request, found)),
    )
  }

  answer() {
    const answer = this.#answer!
    if (!(answer instanceof Promise)) return void sendAnswer(this.#reply, answer)
    const fail = (error: unknown) => this.fail(error)
    answer
      .then((settled) => sendAnswer(this.#reply, settled))
      .catch((error) => orKeyIsGone(this.#door.world, this.#request, error).then(fail, fail))
  }

  fail(error: unknown) {
    const { world } = this.#door
    writeLimitIfNone(this.#reply, this.#endpoint.operation, world.now())
    sendRefusal(this.#request, this.#reply, toRefusal(error, world, this.#request))
  }
}

function sendAnswer(reply: FastifyReply, { status, json, replayed }: Answer): FastifyReply {
  if (replayed) reply.header('idempotent-replayed', 'true')
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(json)
}

const idOf = (request: FastifyRequest): string => (request.params as { id?: string }).id ?? ''

const callOf = ({ world }: ApiDoor, storeId: string, request: FastifyRequest): Call => ({
  world,
  storeId,
  id: idOf(request),
  query: request.query as Call['query'],
  body: {},
  once: undefined,
})

const work = (door: ApiDoor, endpoint: Endpoint, storeId: string, request: FastifyRequest, found: unknown) =>
  endpoint.handle(callOf(door, storeId, request), found)

async function workWithBody(
  door: ApiDoor,
  endpoint: Endpoint,
  storeId: string,
  request: FastifyRequest,
  found: unknown,
): Promise<Answer> {
  const { world, bodies } = door
  const call = callOf(door, storeId, request)
  const { limitBytes, fields } = endpoint.body!
  const began = world.now()
  const read = await bodies.readJsonBody(request.raw, limitBytes, fields, storeId)
  if ('refusal' in read) throw new ApiError(read.refusal)
  try {
    const isOld = tookLong(began, world.now())
    if (isOld) await requireKeyStill(world, request, storeId)
    const once = endpoint.idempotent
      ? readIdempotencyKey(request, endpoint.operation, storeId, call.id, read.sha256)
      : undefined
    const body = withCheckedImages(read.body, read.images)
    return await endpoint.handle({ ...call, body, once }, isOld ? undefined : found)
  } finally {
    read.release()
  }
}
