import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { DashboardError } from '#contract/dashboard/errors.ts'
import {
  type Access,
  type Answer,
  type Input,
  type Role,
  type Route,
  roleAllows,
} from '#contract/dashboard/route.ts'
import { ROUTES, type RouteName } from '#contract/dashboard.ts'
import { ApiError } from '#contract/errors.ts'
import { whoIs } from '../../accounts/sessions.ts'
import type { Counter } from '../../limits/counter.ts'
import type { KeyUses } from '../../limits/key-uses.ts'
import { networkOf } from '../../rules/network/network.ts'
import { parseId } from '../../rules/values/uuid.ts'
import { findRole } from '../../storage/accounts/members.ts'
import type { SignedIn } from '../../storage/accounts/sessions.ts'
import type { World } from '../../world.ts'
import type { BodyReader } from '../bodies/body-reader.ts'
import { withCheckedImages } from '../bodies/checked-images.ts'
import { PRODUCT_BODY } from '../bodies/product-body.ts'
import { tookLong } from '../bodies/slow-body.ts'
import { isCrossSite } from '../cross-site.ts'
import { mayHaveLostStore } from '../lost-store.ts'
import { sessionToken } from './accounts/session-cookie.ts'
import { readFields, readQuery } from './input/read-input.ts'
import { sendDashboardRefusal } from './refusal.ts'

export interface DashboardDoor {
  world: World
  bodies: BodyReader
  counter: Counter
  keyUses: KeyUses
  /** Whether mails can leave the service. */
  sendsMails: boolean
}

type Table = typeof ROUTES

/** The caller: on a route open to anyone there may be no person, and only a route about a store has a role. */
type Caller<A extends Access> = A extends 'anyone'
  ? { person: SignedIn | undefined }
  : A extends Role
    ? { person: SignedIn; role: Role }
    : { person: SignedIn }

export type Call<Name extends RouteName> = Caller<Table[Name]['access']> & {
  door: DashboardDoor
  world: World
  request: FastifyRequest
  reply: FastifyReply
  input: Input<Table[Name]>
}

/** What a route does; `undefined` when it has sent its own answer. */
export type Handler<Name extends RouteName> = (call: Call<Name>) => Promise<Answer<Table[Name]> | undefined>

/** A route without a handler does not compile. */
export type Handlers<Names extends RouteName> = { readonly [Name in Names]: Handler<Name> }

const SMALL_BODY_BYTES = 64 * 1024

/** What happens around every endpoint: site, session, membership, role, and only then body and work. */
export function serveDashboard<Name extends RouteName>(
  door: DashboardDoor,
  name: Name,
  handler: Handler<Name>,
): RouteHandlerMethod {
  const route: Route = ROUTES[name]
  const { world } = door
  return async (request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      if (isCrossSite(request, world.publicUrl)) throw new DashboardError('cross_site')
      const began = world.now()
      const admitted = await admit(world, route.access, request)
      const { input, release } = await readInput(door, route, request)
      try {
        const isLate = tookLong(began, world.now())
        const caller = isLate ? await admit(world, route.access, request) : admitted
        const call = { ...caller, door, world, request, reply, input } as unknown as Call<Name>
        const answer = await handler(call)
        if (answer === undefined) return reply
        return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(answer))
      } finally {
        release()
      }
    } catch (error) {
      const why = mayHaveLostStore(world, error) ? await orGoneMeanwhile(world, route, request, error) : error
      return sendDashboardRefusal(why, world, request, reply)
    }
  }
}

/** A store that the caller is no member of does not exist for them. */
async function admit(world: World, access: Access, request: FastifyRequest) {
  const token = sessionToken(request, world.publicUrl)
  const person = token ? await whoIs(world, token) : undefined
  if (access === 'anyone') return { person }
  if (!person) throw new DashboardError('signed_out')
  if (access === 'person') return { person }
  const storeId = parseId((request.params as { store: string }).store)
  const role = storeId && (await findRole(world.db, storeId, person.id))
  if (!role) throw new DashboardError('store_not_found')
  if (!roleAllows(role, access)) throw new DashboardError('not_allowed')
  return { person, role }
}

/** A request that fails because its store was deleted meanwhile gets the refusal that later requests to it get. */
const orGoneMeanwhile = (world: World, { access }: Route, request: FastifyRequest, error: unknown) =>
  admit(world, access, request).then(
    () => error,
    (refusal: unknown) => refusal,
  )

async function readInput(door: DashboardDoor, route: Route, request: FastifyRequest) {
  const params = Object.fromEntries(
    Object.entries(request.params as Record<string, string>).map(([name, id]) => [name, idOf(name, id)]),
  )
  const query = readQuery(route.query ?? {}, request.query as Record<string, unknown>)
  if (!route.body) return { input: { ...query, ...params }, release: () => {} }

  const limit = route.carriesImages ? PRODUCT_BODY.limitBytes : (route.mostBytes ?? SMALL_BODY_BYTES)
  const whose = params.store ?? networkOf(request.ip)
  const read = await door.bodies.readJsonBody(request.raw, limit, Object.keys(route.body), whose)
  if ('refusal' in read) throw new ApiError(read.refusal)
  try {
    const body = readFields(route.body, withCheckedImages(read.body, read.images))
    return { input: { ...query, ...body, ...params }, release: read.release }
  } catch (error) {
    read.release()
    throw error
  }
}

/** Path parameters that are no UUID: events are numbered, and policies have a few kinds. */
const NAMED_OTHERWISE: Readonly<Record<string, RegExp>> = {
  sequence: /^\d{1,15}$/,
  kind: /^[a-z]{1,20}$/,
  address: /^[a-z0-9-]{1,60}$/,
}

/** A path parameter in the form in which it is stored. One that is malformed is answered as not found. */
function idOf(name: string, text: string): string {
  const otherwise = NAMED_OTHERWISE[name]
  const id = otherwise ? otherwise.exec(text)?.[0] : parseId(text)
  if (!id) throw new DashboardError('not_found')
  return id
}
