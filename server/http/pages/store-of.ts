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

/** Phones capitalize the first letter that is typed. */
const slugIn = ({ params }: FastifyRequest) => ((params as { slug?: string }).slug ?? '').toLowerCase()

/** The store that the address names; refused as not found where there is none. */
export async function storeOf({ db }: World, request: FastifyRequest): Promise<StoreRow> {
  const slug = slugIn(request)
  const store = SLUG.test(slug) ? await findStoreBySlug(db, slug) : undefined
  if (!store) throw refuse('not_found')
  return store
}

/** The same, also by a former address of the store: a form need not be sent twice because its store has moved. */
export async function storeOfForm(world: World, request: FastifyRequest): Promise<StoreRow> {
  const store = await visitedStore(world, request)
  if (!store) throw refuse('not_found')
  return store
}

/** For a page that is not found: the store at this address now or before, to which the page links. */
export async function visitedStore({ db }: World, request: FastifyRequest): Promise<StoreRow | undefined> {
  const slug = slugIn(request)
  if (!SLUG.test(slug)) return undefined
  const present = await findStoreBySlug(db, slug)
  if (present) return present
  const id = await findFormerHolder(db, slug)
  return id === undefined ? undefined : findStore(db, id)
}

/** A request that fails because its store was deleted meanwhile gets the refusal that later requests to it get. */
export async function orStoreIsGone(world: World, request: FastifyRequest, error: unknown): Promise<unknown> {
  if (slugIn(request) === '' || !mayHaveLostStore(world, error)) return error
  return (await visitedStore(world, request)) ? error : refuse('not_found')
}

/** Where a page that was requested at a store's former address is now; undefined where there is nothing to redirect. */
export function newAddressOf({ slug }: StoreRow, request: FastifyRequest): string | undefined {
  if (request.method === 'POST' || slugIn(request) === slug) return undefined
  // Replaces the first two parts of the path as they were sent, possibly with escapes.
  return request.url.replace(/^\/[^/?#]*\/[^/?#]*/, storePath(slug))
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
