import { sql as raw } from 'kysely'
import { columnsOf } from '../columns.ts'
import type { Queries } from '../engine.ts'
import type { CheckoutRow, CheckoutStatus } from '../schema.ts'
import { pick, rowsOf, type Sql, statement } from '../statement.ts'
import { PURCHASE_COLUMNS } from './purchase.ts'

export const CHECKOUT_COLUMNS = columnsOf<CheckoutRow>()([
  'store_id',
  'id',
  'status',
  'created_at',
  'expires_at',
  'attempt',
  'former_attempt',
  'network',
  ...PURCHASE_COLUMNS,
])

const insert = statement((sql, p: CheckoutRow) =>
  sql.insertInto('checkouts').values(pick(p, CHECKOUT_COLUMNS)),
)

export const insertCheckout = (tx: Queries, checkout: CheckoutRow) => insert.run(tx, checkout)

type Named = { storeId: string; id: string }

const idQuery = (sql: Sql, p: Named) =>
  sql
    .selectFrom('checkouts')
    .select(CHECKOUT_COLUMNS)
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id)

const byId = statement(idQuery)

export const findCheckout = (db: Queries, storeId: string, id: string) => byId.first(db, { storeId, id })

const heldById = statement((sql, p: Named, dialect) => dialect.lockRows(idQuery(sql, p)))

/** As `findCheckout`, and locks it. */
export const lockCheckout = (tx: Queries, storeId: string, id: string) => heldById.first(tx, { storeId, id })

type Attempt = { storeId: string; productId: string; attempt: string }

const attemptQuery = (sql: Sql, p: Attempt) =>
  sql
    .selectFrom('checkouts')
    .select(CHECKOUT_COLUMNS)
    .where('store_id', '=', p.storeId)
    .where('product_id', '=', p.productId)
    .where('attempt', '=', p.attempt)

const byAttempt = statement(attemptQuery)

export const findCheckoutByAttempt = (db: Queries, storeId: string, productId: string, attempt: string) =>
  byAttempt.first(db, { storeId, productId, attempt })

const heldByAttempt = statement((sql, p: Attempt, dialect) => dialect.lockRows(attemptQuery(sql, p)))

/** As `findCheckoutByAttempt`, and locks it: it is neither paid nor replaced until the transaction ends. */
export const lockCheckoutByAttempt = (tx: Queries, storeId: string, productId: string, attempt: string) =>
  heldByAttempt.first(tx, { storeId, productId, attempt })

interface Held {
  storeId: string
  productId: string
  now: number
  /** Leaves this checkout out. */
  except: string
}

const heldQuery = (sql: Sql, p: Held) =>
  sql
    .selectFrom('checkouts')
    .select(raw<number>`cast(coalesce(sum(quantity), 0) as bigint)`.as('quantity'))
    .where('store_id', '=', p.storeId)
    .where('product_id', '=', p.productId)
    .where('status', '=', 'open')
    .where('expires_at', '>', p.now)
    .where('id', '<>', p.except)

const held = statement(heldQuery)

/** How many pieces open checkouts other than `except` hold. */
export async function reservedQuantity(
  tx: Queries,
  storeId: string,
  productId: string,
  now: number,
  except = '',
) {
  const row = await held.first(tx, { storeId, productId, now, except })
  return row?.quantity ?? 0
}

interface Customer {
  email: string
  phone: string
  /** As it is kept with a checkout. */
  network: string
}

const heldByOne = statement((sql, p: Held & Customer) =>
  heldQuery(sql, p).where((column) =>
    column.or([
      column('customer_email', '=', p.email),
      column('customer_phone', '=', p.phone),
      column('network', '=', p.network),
    ]),
  ),
)

/** How many pieces are held by checkouts with this e-mail address, this phone number or this network. */
export async function quantityHeldBy(tx: Queries, customer: Customer, held: Held): Promise<number> {
  const row = await heldByOne.first(tx, { ...held, ...customer })
  return row?.quantity ?? 0
}

/** How many pieces are held of each product; products of which none are held are left out. */
export async function reservedQuantities(
  db: Queries,
  storeId: string,
  productIds: readonly string[],
  now: number,
): Promise<Map<string, number>> {
  if (productIds.length === 0) return new Map()
  const rows = await rowsOf(db, (sql) =>
    sql
      .selectFrom('checkouts')
      .select(['product_id', raw<number>`cast(sum(quantity) as bigint)`.as('quantity')])
      .where('store_id', '=', storeId)
      .where('product_id', 'in', productIds)
      .where('status', '=', 'open')
      .where('expires_at', '>', now)
      .groupBy('product_id'),
  )
  return new Map(rows.map(({ product_id, quantity }) => [product_id, quantity]))
}

const setStatus = statement((sql, p: { storeId: string; id: string; status: CheckoutStatus }) =>
  sql
    .updateTable('checkouts')
    .set({ status: p.status })
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id)
    .where('status', '<>', 'paid'),
)

export const setCheckoutStatus = (tx: Queries, storeId: string, id: string, status: CheckoutStatus) =>
  setStatus.run(tx, { storeId, id, status })

const replace = statement((sql, p: { storeId: string; id: string }) =>
  sql
    .updateTable('checkouts')
    .set((column) => ({ status: 'ended', attempt: null, former_attempt: column.ref('attempt') }))
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id)
    .where('status', '<>', 'paid'),
)

/** Ends the checkout: its pieces are free again, and its attempt is free for another checkout from the same form. */
export const replaceCheckout = (tx: Queries, storeId: string, id: string) => replace.run(tx, { storeId, id })

type Replaced = Pick<CheckoutRow, 'store_id' | 'product_id' | 'former_attempt'>

/** The checkout that replaced this one, if any. */
export const findReplacement = async (db: Queries, { store_id, product_id, former_attempt }: Replaced) =>
  former_attempt === null ? undefined : findCheckoutByAttempt(db, store_id, product_id, former_attempt)

/** As `findReplacement`, and locks it: it is neither paid nor replaced until the transaction ends. */
export async function lockReplacement(tx: Queries, checkout: Replaced): Promise<CheckoutRow | undefined> {
  const { store_id, product_id, former_attempt } = checkout
  if (former_attempt === null) return undefined
  for (;;) {
    const held = await lockCheckoutByAttempt(tx, store_id, product_id, former_attempt)
    // The checkout whose lock this waited for may have been replaced meanwhile.
    if (held || !(await findReplacement(tx, checkout))) return held
  }
}

const putBack = statement((sql, p: { storeId: string; id: string }) =>
  sql
    .updateTable('checkouts')
    .set((column) => ({ attempt: column.ref('former_attempt'), former_attempt: null }))
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id),
)

/** Gives the form's attempt back to the first checkout, and marks the other as the replaced one. */
export async function undoReplacement(tx: Queries, first: CheckoutRow, other: CheckoutRow) {
  await replaceCheckout(tx, other.store_id, other.id)
  await putBack.run(tx, { storeId: first.store_id, id: first.id })
}

const endHeld = statement((sql, p: { storeId: string; productId: string; now: number }) =>
  sql
    .updateTable('checkouts')
    .set({ status: 'ended' })
    .where('store_id', '=', p.storeId)
    .where('product_id', '=', p.productId)
    .where('status', '=', 'open')
    .where('expires_at', '>', p.now),
)

/** Ends the checkouts that still hold pieces. The others, maybe very many, can lead to nothing without the product. */
export const endCheckoutsOfProduct = (tx: Queries, storeId: string, productId: string, now: number) =>
  endHeld.run(tx, { storeId, productId, now })
