import type { FastifyRequest } from 'fastify'
import { refuse } from '#contract/errors.ts'
import { storePath } from '../../rules/stores/customer-paths.ts'
import { parseId } from '../../rules/values/uuid.ts'
import { findProduct } from '../../storage/products/products.ts'
import type { ProductRow, StoreRow } from '../../storage/schema.ts'
import { findFormerHolder } from '../../storage/stores/former-addresses.ts'
import { findStore, findStoreBySlug } from '../../storage/stores/stores.ts'
import type { World } from '../../world.ts'
import { mayHaveLostStore } from '../lost-store.ts'

const SLUG = /^[a-z0-9-]{1,60}$/

/** Phones begin what is typed with a capital. */
const slugIn = ({ params }: FastifyRequest) => ((params as { slug?: string }).slug ?? '').toLowerCase()

/** The store that the address names, or a page that says there is none. */
export async function storeOf({ db }: World, request: FastifyRequest): Promise<StoreRow> {
  const slug = slugIn(request)
  const store = SLUG.test(slug) ? await findStoreBySlug(db, slug) : undefined
  if (!store) throw refuse('not_found')
  return store
}

/** The same also by an address that the store had before: a form is not sent twice because its store has moved. */
export async function storeOfForm(world: World, request: FastifyRequest): Promise<StoreRow> {
  const store = await visitedStore(world, request)
  if (!store) throw refuse('not_found')
  return store
}

/** For what is missing: it leads to the store, where there is one or was. */
export async function visitedStore({ db }: World, request: FastifyRequest): Promise<StoreRow | undefined> {
  const slug = slugIn(request)
  if (!SLUG.test(slug)) return undefined
  const present = await findStoreBySlug(db, slug)
  if (present) return present
  const id = await findFormerHolder(db, slug)
  return id === undefined ? undefined : findStore(db, id)
}

/** What fails because the store was deleted meanwhile is told what every request to its pages is told from then on. */
export async function orStoreIsGone(world: World, request: FastifyRequest, error: unknown): Promise<unknown> {
  if (slugIn(request) === '' || !mayHaveLostStore(world, error)) return error
  return (await visitedStore(world, request)) ? error : refuse('not_found')
}

/** Whether a page was asked for at an address of before, and where it is by now. */
export function movedTo({ slug }: StoreRow, request: FastifyRequest) {
  const former = slugIn(request)
  if (request.method === 'POST' || former === slug) return undefined
  // Both parts as they were typed, which may be escaped.
  return { former, to: request.url.replace(/^\/[^/?#]*\/[^/?#]*/, storePath(slug)) }
}

/** The product that the address names, offered or not. */
export async function namedProduct(
  { db }: World,
  store: StoreRow,
  text: string,
): Promise<ProductRow | undefined> {
  const id = parseId(text)
  return id ? findProduct(db, store.id, id) : undefined
}

/** The same while it is offered. */
export async function offeredProduct(world: World, store: StoreRow, text: string): Promise<ProductRow> {
  const product = await namedProduct(world, store, text)
  if (!product?.is_active) throw refuse('not_found')
  return product
}
