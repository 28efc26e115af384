import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { ApiError } from '#contract/errors.ts'
import { andThen, type MaybePromise } from '../../storage/maybe-promise.ts'
import { withCheckedImages } from '../bodies/checked-images.ts'
import { tookLong } from '../bodies/slow-body.ts'
import { sendRefusal, toRefusal } from '../errors.ts'
import { admit, findKeyAgain, orKeyIsGone, writeLimitIfNone } from './admit.ts'
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
  #answer: MaybePromise<Answer> | undefined

  constructor(door: ApiDoor, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
    this.#door = door
    this.#endpoint = endpoint
    this.#request = request
    this.#reply = reply
  }

  admit() {
    this.#storeId = admit(this.#door, this.#endpoint.operation, this.#request, this.#reply)
  }

  work() {
    const act = this.#endpoint.body ? workWithBody : work
    this.#answer = andThen(this.#storeId, (storeId) =>
      act(this.#door, this.#endpoint, storeId, this.#request),
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

function callOf({ world }: ApiDoor, storeId: string, request: FastifyRequest): Call {
  const { id = '' } = request.params as { id?: string }
  return { world, storeId, id, query: request.query as Call['query'], body: {}, once: undefined }
}

const work = (door: ApiDoor, endpoint: Endpoint, storeId: string, request: FastifyRequest) =>
  endpoint.handle(callOf(door, storeId, request))

async function workWithBody(
  door: ApiDoor,
  endpoint: Endpoint,
  storeId: string,
  request: FastifyRequest,
): Promise<Answer> {
  const { world, bodies } = door
  const call = callOf(door, storeId, request)
  const { limitBytes, fields } = endpoint.body!
  const began = world.now()
  const read = await bodies.readJsonBody(request.raw, limitBytes, fields, storeId)
  if ('refusal' in read) throw new ApiError(read.refusal)
  try {
    if (tookLong(began, world.now())) await findKeyAgain(world, request, storeId)
    const once = endpoint.idempotent
      ? readIdempotencyKey(request, endpoint.operation, storeId, call.id, read.sha256)
      : undefined
    return await endpoint.handle({ ...call, body: withCheckedImages(read.body, read.images), once })
  } finally {
    read.release()
  }
}
