import type { FastifyRequest } from 'fastify'
import { refuse } from '#contract/errors.ts'
import { parseId } from '../../rules/values/uuid.ts'
import { findProduct } from '../../storage/products/products.ts'
import type { ProductRow, StoreRow } from '../../storage/schema.ts'
import { findStoreBySlug } from '../../storage/stores/stores.ts'
import type { World } from '../../world.ts'

const SLUG = /^[a-z0-9-]{1,60}$/

/** The store that the address names, or a page that says there is none. */
export async function storeOf({ db }: World, request: FastifyRequest): Promise<StoreRow> {
  const { slug: typed = '' } = request.params as { slug?: string }
  // Phones begin what is typed with a capital.
  const slug = typed.toLowerCase()
  const store = SLUG.test(slug) ? await findStoreBySlug(db, slug) : undefined
  if (!store) throw refuse('not_found')
  return store
}

/** The same for a page that says something is missing: it leads back to the store, where there is one. */
export const visitedStore = (world: World, request: FastifyRequest): Promise<StoreRow | undefined> =>
  storeOf(world, request).catch(() => undefined)

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
