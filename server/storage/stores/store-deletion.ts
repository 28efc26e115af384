import { sql as raw } from 'kysely'
import { listTables, type Table } from '../database/tables.ts'
import type { Queries } from '../engine.ts'
import { isTestMoney } from '../payments/test-money.ts'
import { ROWS_AT_ONCE } from '../rows-at-once.ts'
import { literal, rowsOf, statement } from '../statement.ts'

type Store = { id: string }
type Since = { id: string; since: number }

/** Reads the open checkouts of all stores: filtered by store, SQLite would read all that the store ever sold. */
const lastHeld = statement((sql, p: Since) =>
  sql
    .selectFrom('checkouts')
    .select((column) => column.fn.max('expires_at').filterWhere('store_id', '=', p.id).as('at'))
    .where('status', '=', literal('open'))
    .where('expires_at', '>', p.since)
    // Repeats the condition of the partial index, so that it can be used.
    .where('status', '<>', literal('paid'))
    .where('customer_email', '<>', literal('')),
)

/** When the store's last open checkout expires; undefined if none is open. */
export const lastReservationEnd = async (db: Queries, id: string, now: number) =>
  (await lastHeld.first(db, { id, since: now }))?.at ?? undefined

const lastBegun = statement((sql, p: Since) => {
  const unsettled = sql
    .selectFrom('payments')
    .select((column) => column.fn.max('created_at').as('at'))
    .where('store_id', '=', p.id)
    .where('settled_at', 'is', null)
    .where(isTestMoney, '=', literal(0))
  // Two queries, so that each follows its part of the index.
  const asked = unsettled.where('ask_at', 'is not', null)
  const unasked = unsettled.where('ask_at', 'is', null).where('created_at', '>', p.since)
  return sql.selectFrom(asked.unionAll(unasked).as('some')).select((column) => column.fn.max('at').as('at'))
})

/** When the latest payment was begun that may still be paid or is still to be asked about, without test money. */
export const lastPaymentBegun = async (db: Queries, id: string, since: number) =>
  (await lastBegun.first(db, { id, since }))?.at ?? undefined

const mark = statement((sql, p: Store & { at: number; slug: string }) =>
  sql.updateTable('stores').set({ deleted_at: p.at, slug: p.slug }).where('id', '=', p.id),
)

const switchOff = statement((sql, p: Store) =>
  sql
    .updateTable('webhooks')
    .set({ enabled: literal(0) })
    .where('store_id', '=', p.id),
)

const forgetChanges = statement((sql, p: Store) =>
  sql
    .updateTable('categories')
    .set({ given_up_for: literal(null) })
    .where('store_id', '=', p.id)
    .where('given_up_for', 'is not', null),
)

/** Tables through whose rows a store can be reached, or acted for. */
const ENTRANCES = (
  [
    ...(['api_keys', 'members', 'invitations', 'razorpay_keys', 'former_razorpay_keys'] as const),
    'former_addresses',
  ] as const
).map((table) => statement((sql, p: Store) => sql.deleteFrom(table).where('store_id', '=', p.id)))

/** From now on the store is not found and its addresses are free; its rows are still to be deleted. */
export async function markStoreDeleted(tx: Queries, id: string, at: number) {
  // The space makes sure that no address leads to the store.
  await mark.run(tx, { id, at, slug: `deleted ${id}` })
  await switchOff.run(tx, { id })
  // Nobody sees its products any more, so renames of categories need not reach them.
  await forgetChanges.run(tx, { id })
  for (const entrance of ENTRANCES) await entrance.run(tx, { id })
}

const marked = statement<object, Store>((sql) =>
  sql.selectFrom('stores').select('id').where('deleted_at', 'is not', null).orderBy('deleted_at'),
)

/** The deleted stores that still have rows. */
export const listDeletedStores = async (db: Queries): Promise<string[]> =>
  (await marked.all(db, {})).map(({ id }) => id)

const claim = statement((sql, p: Store, dialect) =>
  dialect.claimRows(
    sql.selectFrom('stores').select('id').where('id', '=', p.id).where('deleted_at', 'is not', null),
  ),
)

const remove = statement((sql, p: Store) => sql.deleteFrom('stores').where('id', '=', p.id))

/**
 * Deletes the next rows of a store that was marked, children before their parents, and in the end the store. True while
 * there may be more; undefined if another worker is doing this.
 */
export async function deleteSomeOfStore(tx: Queries, id: string): Promise<boolean | undefined> {
  if (!(await claim.first(tx, { id }))) return undefined
  const tables = (await listTables(tx)).toReversed().filter(({ columns }) => columns.includes('store_id'))
  let left = ROWS_AT_ONCE
  // Twice: a transaction that held a product or an order may have written to a table after it was emptied here.
  for (const table of [...tables, ...tables]) {
    left -= await deleteSome(tx, table, id, left)
    if (left === 0) return true
  }
  await remove.run(tx, { id })
  return false
}

/** Ordered by the key, which begins with the store: unordered, PostgreSQL might read the rows of all other stores. */
async function deleteSome(tx: Queries, { name, key }: Table, storeId: string, most: number): Promise<number> {
  const columns = raw.join(key.map((column) => raw.ref(column)))
  const deleted = await rowsOf(tx, (build) => ({
    compile: () =>
      raw`delete from ${raw.table(name)} where (${columns}) in (
        select ${columns} from ${raw.table(name)} where store_id = ${storeId}
        order by ${columns} limit ${raw.lit(most)}) returning 1`.compile(build),
  }))
  return deleted.length
}
