import { setImmediate as othersTurn } from 'node:timers/promises'
import { sql as raw } from 'kysely'
import type { Queries } from './engine.ts'
import { literal, rowsOf, statement } from './statement.ts'
import { lockStore } from './stores.ts'
import { listTables, type Table } from './tables.ts'

type Store = { id: string }
type Since = { id: string; since: number }

const lastHeld = statement((sql, p: Since) =>
  sql
    .selectFrom('checkouts')
    .select((column) => column.fn.max('expires_at').as('at'))
    .where('store_id', '=', p.id)
    .where('status', '=', 'open')
    .where('expires_at', '>', p.since),
)

/** When the last of the open checkouts runs out; undefined when nobody is at one. */
export const lastReservationEnd = async (db: Queries, id: string, now: number) =>
  (await lastHeld.first(db, { id, since: now }))?.at ?? undefined

const lastBegun = statement((sql, p: Since) =>
  sql
    .selectFrom('payments')
    .select((column) => column.fn.max('created_at').as('at'))
    .where('store_id', '=', p.id)
    .where('settled_at', 'is', null)
    .where('gateway', '<>', literal('test'))
    .where('created_at', '>', p.since),
)

/** When the last payment that may still arrive was begun; test money does not count. */
export const lastPaymentBegun = async (db: Queries, id: string, since: number) =>
  (await lastBegun.first(db, { id, since }))?.at ?? undefined

const unsettled = statement((sql, p: Store, dialect) =>
  dialect.lockRows(
    sql
      .selectFrom('payments')
      .select('id')
      .where('store_id', '=', p.id)
      .where('settled_at', 'is', null)
      .orderBy('id'),
  ),
)

const unpaid = statement((sql, p: Store, dialect) =>
  dialect.lockRows(
    sql
      .selectFrom('checkouts')
      .select('id')
      .where('store_id', '=', p.id)
      .where('status', '<>', 'paid')
      .orderBy('id'),
  ),
)

const products = statement((sql, p: Store, dialect) =>
  dialect.lockRows(sql.selectFrom('products').select('id').where('store_id', '=', p.id).orderBy('id')),
)

/**
 * Holds the store and all that a sale can begin or end with, in the order in which a sale holds them. From then on
 * nothing is begun in the store; false when there is none.
 */
export async function lockStoreWhole(tx: Queries, id: string): Promise<boolean> {
  await unsettled.run(tx, { id })
  await unpaid.run(tx, { id })
  await products.run(tx, { id })
  return lockStore(tx, id)
}

const remove = statement((sql, p: Store) => sql.deleteFrom('stores').where('id', '=', p.id))

const AT_ONCE = 1000

/** True while there may be more. */
async function deleteSome(tx: Queries, { name, key }: Table, storeId: string): Promise<boolean> {
  const columns = raw.join(key.map((column) => raw.ref(column)))
  const deleted = await rowsOf(tx, (build) => ({
    compile: () =>
      raw`delete from ${raw.table(name)} where (${columns}) in (
        select ${columns} from ${raw.table(name)} where store_id = ${storeId} limit ${raw.lit(AT_ONCE)}) returning 1`.compile(
        build,
      ),
  }))
  return deleted.length === AT_ONCE
}

/**
 * Everything that is the store's goes with it: what refers to others before them, and a part at a time, so that others
 * can read meanwhile.
 */
export async function deleteStore(tx: Queries, id: string) {
  const tables = await listTables(tx)
  for (const table of tables.toReversed().filter(({ columns }) => columns.includes('store_id'))) {
    while (await deleteSome(tx, table, id)) await othersTurn()
  }
  await remove.run(tx, { id })
}
