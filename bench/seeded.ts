import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SeededStore } from '../server/actions/stores/seed-store.ts'
import { haat } from './servers.ts'

export interface Target {
  storeId: string
  key: string
  productId: string
}

/** Fills the database with stores and gives a random product of each, in random order, with the store's key. */
export async function seedTargets(
  env: Record<string, string>,
  folder: string,
  { stores, products }: { stores: number; products: number },
): Promise<{ targets: Target[]; seconds: number }> {
  const out = join(folder, 'seeded.jsonl')
  const began = performance.now()
  await haat(env, 'seed', '--stores', `${stores}`, '--products', `${products}`, '--orders', '0', '--out', out)
  const seconds = (performance.now() - began) / 1000
  const lines = readFileSync(out, 'utf8').trimEnd().split('\n')
  const targets = shuffled(lines).map((line) => {
    const store: SeededStore = JSON.parse(line)
    return { storeId: store.store_id, key: store.api_key, productId: anyOf(store.product_ids) }
  })
  return { targets, seconds }
}

export const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((value) => ({ value, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value)

export const anyOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

/** Goes round and round through the list. */
export function inTurn<T>(list: readonly T[]): () => T {
  let next = 0
  return () => list[next++ % list.length]!
}
