import { columnsOf } from './columns.ts'
import type { Queries } from './engine.ts'
import type { RazorpayKeysRow } from './schema.ts'
import { pick, statement } from './statement.ts'

const COLUMNS = columnsOf<RazorpayKeysRow>()(['store_id', 'key_id', 'sealed', 'created_at'])

const put = statement((sql, p: RazorpayKeysRow) =>
  sql
    .insertInto('razorpay_keys')
    .values(pick(p, COLUMNS))
    .onConflict((conflict) =>
      conflict.column('store_id').doUpdateSet(pick(p, ['key_id', 'sealed', 'created_at'])),
    ),
)

export const putRazorpayKeys = (db: Queries, keys: RazorpayKeysRow) => put.run(db, keys)

const byStore = statement((sql, p: { storeId: string }) =>
  sql.selectFrom('razorpay_keys').select(COLUMNS).where('store_id', '=', p.storeId),
)

export const findRazorpayKeys = (db: Queries, storeId: string) => byStore.first(db, { storeId })

const remove = statement((sql, p: { storeId: string }) =>
  sql.deleteFrom('razorpay_keys').where('store_id', '=', p.storeId).returning('store_id'),
)

/** False when there were none. */
export const deleteRazorpayKeys = async (db: Queries, storeId: string): Promise<boolean> =>
  (await remove.first(db, { storeId })) !== undefined
