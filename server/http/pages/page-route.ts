import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#contract/errors.ts'
import type { Counter } from '../../limits/counter.ts'
import { hasInvalidCharacters } from '../../rules/values/characters.ts'
import type { World } from '../../world.ts'
import type { BodyReader } from '../bodies/body-reader.ts'
import { toRefusal } from '../errors.ts'
import { sendRefusalPage } from './refusal-page.ts'
import { type PageAnswer, sendPage } from './send-page.ts'
import { newAddressOf, orStoreIsGone, visitedStore } from './store-of.ts'

export interface PagesDoor {
  world: World
  bodies: BodyReader
  counter: Counter
}

/** A redirect, always to a GET, so that a reload sends nothing twice. */
export interface Redirect {
  to: string
}

type PageHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<PageAnswer | Redirect>

/** No address of ours has such characters, and PostgreSQL refuses to search for them. */
export function requireStorable({ params }: FastifyRequest) {
  if (Object.values(params as Record<string, string>).some(hasInvalidCharacters)) throw refuse('not_found')
}

type AddPage = (
  server: FastifyInstance,
  world: World,
  method: 'GET' | 'POST',
  url: string,
  handle: PageHandler,
) => void

/** These routes answer errors, too, with a page under the same headers. */
const adderWith =
  (headers: Record<string, string>, missing?: string): AddPage =>
  (server, world, method, url, handle) => {
    server.route({
      method,
      url,
      handler: async (request, reply) => {
        try {
          requireStorable(request)
          const answer = await handle(request, reply)
          if ('to' in answer)
            return reply.headers({ ...headers, 'cache-control': 'no-store' }).redirect(answer.to, 303)
          return await sendPage(request, reply, { ...answer, headers: { ...answer.headers, ...headers } })
        } catch (error) {
          const why = await orStoreIsGone(world, request, error).catch((later: unknown) => later)
          const refusal = toRefusal(why, world, request)
          const store =
            refusal.status === 404 ? await visitedStore(world, request).catch(() => undefined) : undefined
          const moved = store && newAddressOf(store, request)
          if (moved) {
            // Not cached, because the store may return to its former address.
            return reply.headers({ ...headers, 'cache-control': 'no-cache' }).redirect(moved, 301)
          }
          return sendRefusalPage(request, reply, refusal, { store, headers, missing })
        }
      },
    })
    if (method === 'GET' && url !== '/') {
      server.get(`${url}/`, (request, reply) =>
        reply.headers(headers).redirect(withoutSlash(request.url), 308),
      )
    }
  }

/** People type and share addresses with a slash at the end. */
const withoutSlash = (url: string) => url.replace(/\/(?=\?|$)/, '')

export const addPage = adderWith({})

/** A page whose address is its secret: browsers pass it to no other site and caches do not store it. */
export const addSecretPage = adderWith(
  { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  'A part of the link may be missing. Open it once more from the mail that the shop sent you.',
)
