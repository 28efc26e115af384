import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OPERATIONS, type Operation } from '#contract/operations.ts'
import type { SeededStore } from '../../server/actions/stores/seed-store.ts'
import { requestBytes } from './load.ts'
import { haat } from './servers.ts'

export type { SeededStore }

/** The six operations on products and orders, with their names in the tables of results. */
export const SIX = {
  read_product: 'Read a product',
  create_product: 'Create a product',
  edit_product: 'Edit a product',
  delete_product: 'Delete a product',
  read_order: 'Read an order',
  change_order_status: 'Move an order',
} as const satisfies Partial<Record<Operation, string>>

export type Six = keyof typeof SIX
export const SIX_NAMES = Object.keys(SIX) as Six[]

/** The statuses that an order moves through. */
export const STATUSES = ['processing', 'dispatched', 'delivered']

const NEW_PRODUCT = {
  name: 'Brass lamp',
  price: 1499,
  description: 'Cast by hand in Moradabad.',
  stock: 12,
  colors: ['Gold', 'Antique'],
}

const BODIES: Partial<Record<Six, object>> = {
  create_product: NEW_PRODUCT,
  edit_product: { stock: 7 },
  change_order_status: { status: 'processing' },
}

/** A request as a seller sends it; `id` is the product or the order. */
export function requestOf(
  operation: Six,
  { api_key }: SeededStore,
  id = '',
  body: object | undefined = BODIES[operation],
): Buffer {
  const { method, path } = OPERATIONS[operation]
  return requestBytes(method, path.replace(':id', id), { 'x-api-key': api_key }, body && JSON.stringify(body))
}

export const createdId = (body: string): string => JSON.parse(body).product_id

/** Fills a database with stores, each with its products and orders. */
export async function seedStores(
  env: Record<string, string>,
  folder: string,
  { stores, products, orders }: { stores: number; products: number; orders: number },
): Promise<SeededStore[]> {
  const out = join(folder, 'seeded.jsonl')
  const counts = ['--stores', `${stores}`, '--products', `${products}`, '--orders', `${orders}`]
  await haat(env, 'seed', ...counts, '--out', out)
  return readFileSync(out, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}
