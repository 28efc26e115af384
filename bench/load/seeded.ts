import { type SeededStore, seedStores } from './operations.ts'

export interface Target {
  storeId: string
  key: string
  productId: string
}

/** Products of one store. Each request is for another product, and no round needs more. */
const MOST_EACH = 10

/**
 * Fills the database with stores. Returns random products with their stores' keys: one of every store in random order,
 * then another of every store, and so on, so that a client that goes through them stays within each store's rate limit.
 */
export async function seedTargets(
  env: Record<string, string>,
  folder: string,
  { stores, products }: { stores: number; products: number },
): Promise<{ targets: Target[]; seconds: number }> {
  const began = performance.now()
  const seeded = (await seedStores(env, folder, { stores, products, orders: 0 })).map(targetsOf)
  const seconds = (performance.now() - began) / 1000
  const rounds = Array.from({ length: Math.min(products, MOST_EACH) }, (_, round) =>
    shuffled(seeded.map((ofStore) => ofStore[round]!)),
  )
  return { targets: rounds.flat(), seconds }
}

const targetsOf = ({ store_id: storeId, api_key: key, product_ids }: SeededStore): Target[] =>
  shuffled(product_ids).map((productId) => ({ storeId, key, productId }))

export const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((value) => ({ value, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value)

export const anyOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

/** Gives each item once, then undefined. */
export function onlyOnce<T>(list: readonly T[]): () => T | undefined {
  const values = list.values()
  return () => values.next().value
}

/** Gives the items in a cycle. */
export function inTurn<T>(list: readonly T[]): () => T {
  let next = 0
  return () => list[next++ % list.length]!
}
