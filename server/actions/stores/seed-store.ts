import { newProductColumns } from '../../rules/products/product-row.ts'
import type { Queries } from '../../storage/engine.ts'
import { insertCheckout } from '../../storage/orders/checkouts.ts'
import { insertPayment } from '../../storage/payments/payments.ts'
import { insertProduct, takeStock } from '../../storage/products/products.ts'
import type { CheckoutRow, ProductRow } from '../../storage/schema.ts'
import type { World } from '../../world.ts'
import { placeOrder } from '../orders/place-order.ts'
import { shelveProduct } from '../products/shelve-product.ts'
import { createStore } from './create-store.ts'

export interface SeededStore {
  store_id: string
  api_key: string
  product_ids: string[]
  order_ids: string[]
}

const ROWS_PER_TRANSACTION = 1000
const WARES = [
  'Brass lamp',
  'Cotton kurta',
  'Clay teapot',
  'Silk dupatta',
  'Teak stool',
  'Jute bag',
  'Mango pickle',
]
const PLACES = ['Jaipur', 'Madurai', 'Kutch', 'Varanasi', 'Mysuru', 'Lucknow', 'Bhuj', 'Puri', 'Kochi']
const COLORS = ['Indigo', 'Madder', 'Turmeric', 'Ivory']
const SIZES = ['S', 'M', 'L', 'XL']

/** A made-up store for trials and benchmarks. `n` makes it different from the others. */
export async function seedStore(
  world: World,
  n: number,
  products: number,
  orders: number,
): Promise<SeededStore> {
  const { store_id, api_key } = await createStore(world, { name: `Trial store ${n}` })
  const rows = Array.from({ length: products }, (_, i) => productRow(world, store_id, n * 31 + i))
  await inTransactions(world, rows, async (tx, row) => {
    await insertProduct(tx, row)
    await shelveProduct(tx, row, [])
  })

  const bought = Array.from({ length: products > 0 ? orders : 0 }, (_, i) =>
    checkoutRow(world, rows[i % rows.length]!, i),
  )
  const order_ids: string[] = []
  await inTransactions(world, bought, async (tx, checkout) => {
    order_ids.push(await seedOrder(tx, world, checkout))
    await takeStock(tx, store_id, checkout.product_id, checkout.quantity, checkout.created_at)
  })
  return { store_id, api_key, product_ids: rows.map(({ id }) => id), order_ids }
}

/** Writes many rows per commit; those of one commit are sent together. */
async function inTransactions<Row>(
  { db }: World,
  rows: Row[],
  insert: (tx: Queries, row: Row) => Promise<void>,
) {
  for (let from = 0; from < rows.length; from += ROWS_PER_TRANSACTION) {
    const part = rows.slice(from, from + ROWS_PER_TRANSACTION)
    await db.transaction(async (tx) => void (await Promise.all(part.map((row) => insert(tx, row)))))
  }
}

async function seedOrder(tx: Queries, world: World, checkout: CheckoutRow): Promise<string> {
  const { store_id, id: checkout_id, amount_paise, created_at } = checkout
  const [order] = await Promise.all([
    placeOrder(tx, world, { checkout, is_test: 1 }),
    insertCheckout(tx, checkout),
  ])
  const id = world.newId()
  await insertPayment(tx, {
    store_id,
    id,
    checkout_id,
    gateway: 'test',
    reference: `test_${id}`,
    amount_paise,
    status: 'paid',
    order_id: order.id,
    created_at,
    settled_at: created_at,
    token: '',
    account: null,
    ask_at: null,
    asked_at: null,
    promised_at: null,
    asks: 0,
  })
  return order.id
}

const nthOf = <T>(list: readonly T[], n: number): T => list[n % list.length]!

function productRow(world: World, storeId: string, n: number): ProductRow {
  const at = world.now()
  const name = `${nthOf(WARES, n)} ${n % 1000}`
  const description = `${name}, made by hand in ${nthOf(PLACES, n)}. Each piece differs a little from the next.`
  return {
    ...newProductColumns({
      name,
      price: 100 + (n % 900),
      current_price: 90 + (n % 900),
      description,
      stock: 1_000_000,
      colors: [nthOf(COLORS, n), nthOf(COLORS, n + 1)],
      size: SIZES.slice(0, 1 + (n % SIZES.length)),
      is_sale: n % 3 === 0,
      metadata: { made_in: nthOf(PLACES, n), weight_grams: 100 + (n % 400) },
    }),
    store_id: storeId,
    id: world.newId(),
    created_at: at,
    updated_at: at,
    primary_image: `https://pictures.example.com/${n % 5000}.jpg`,
    images: '[]',
  }
}

function checkoutRow(world: World, product: ProductRow, n: number): CheckoutRow {
  const at = world.now()
  return {
    store_id: product.store_id,
    id: world.newId(),
    status: 'paid',
    created_at: at,
    expires_at: at,
    attempt: null,
    former_attempt: null,
    network: null,
    product_id: product.id,
    product_name: product.name,
    product_image: product.primary_image ?? '',
    quantity: 1,
    unit_price_paise: product.current_price_paise,
    shipping_paise: 0,
    amount_paise: product.current_price_paise,
    variation: null,
    size: 'S',
    color: nthOf(COLORS, n),
    special_instructions: null,
    answers: '[]',
    customer_name: `Customer ${n}`,
    customer_email: `customer${n}@trial.invalid`,
    customer_phone: String(9_000_000_000 + (n % 1_000_000_000)),
    pincode: String(110_001 + (n % 600_000)),
    address: JSON.stringify({
      line1: `${n} Bazaar Road`,
      city: nthOf(PLACES, n),
      state: 'India',
      country: 'India',
    }),
  }
}
