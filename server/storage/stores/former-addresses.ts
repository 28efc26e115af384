import { columnsOf } from '../columns.ts'
import type { Queries } from '../engine.ts'
import type { FormerAddressRow } from '../schema.ts'
import { pick, statement } from '../statement.ts'

const COLUMNS = columnsOf<FormerAddressRow>()(['store_id', 'slug', 'given_up_at'])

type Named = { storeId: string; slug: string }

const holder = statement((sql, p: { slug: string }) =>
  sql
    .selectFrom('former_addresses')
    .innerJoin('stores', 'stores.id', 'former_addresses.store_id')
    .select('store_id')
    .where('former_addresses.slug', '=', p.slug)
    .where('deleted_at', 'is', null),
)

/** The store that had this address before and still keeps it. */
export const findFormerHolder = async (db: Queries, slug: string): Promise<string | undefined> =>
  (await holder.first(db, { slug }))?.store_id

const ofStore = statement((sql, p: { storeId: string }) =>
  sql
    .selectFrom('former_addresses')
    .select(COLUMNS)
    .where('store_id', '=', p.storeId)
    .orderBy('given_up_at', 'desc')
    .orderBy('slug'),
)

/** Newest first; a store has a few. */
export const listFormerAddresses = (db: Queries, storeId: string) => ofStore.all(db, { storeId })

const strangers = statement((sql, p: { slug: string }) =>
  sql.deleteFrom('former_addresses').where('slug', '=', p.slug),
)

const insert = statement((sql, p: FormerAddressRow) =>
  sql.insertInto('former_addresses').values(pick(p, COLUMNS)),
)

/**
 * The present holder of the address keeps it; removes another store's row, since an older version may have left one.
 */
export async function keepFormerAddress(tx: Queries, row: FormerAddressRow) {
  await strangers.run(tx, { slug: row.slug })
  await insert.run(tx, row)
}

const remove = statement((sql, p: Named) =>
  sql
    .deleteFrom('former_addresses')
    .where('store_id', '=', p.storeId)
    .where('slug', '=', p.slug)
    .returning('slug'),
)

/** False if it is not a former address of the store. */
export const removeFormerAddress = async (tx: Queries, storeId: string, slug: string): Promise<boolean> =>
  (await remove.first(tx, { storeId, slug })) !== undefined
