import { columnsOf } from '../columns.ts'
import type { Queries } from '../engine.ts'
import { deletionOfOld, forgetPart } from '../old-rows.ts'
import { pick, statement } from '../statement.ts'
import type { RazorpayKeysRow } from './payment-rows.ts'

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

const retire = statement((sql, p: { storeId: string; at: number }) =>
  sql
    .insertInto('former_razorpay_keys')
    .columns(['store_id', 'key_id', 'sealed', 'retired_at'])
    .expression((from) =>
      from
        .selectFrom('razorpay_keys')
        .select([
          'store_id',
          'key_id',
          'sealed',
          (column) => column.cast<number>(column.val(p.at), 'bigint').as('at'),
        ])
        .where('store_id', '=', p.storeId),
    )
    .onConflict((conflict) =>
      conflict.columns(['store_id', 'key_id']).doUpdateSet((column) => ({
        sealed: column.ref('excluded.sealed'),
        retired_at: column.ref('excluded.retired_at'),
      })),
    ),
)

/** Copies the store's present keys to the former ones. Called before they are replaced or deleted. */
export const retireRazorpayKeys = (tx: Queries, storeId: string, at: number) =>
  retire.run(tx, { storeId, at })

const former = statement((sql, p: { storeId: string; since: number }) =>
  sql
    .selectFrom('former_razorpay_keys')
    .select(['store_id', 'key_id', 'sealed'])
    .where('store_id', '=', p.storeId)
    .where('retired_at', '>=', p.since)
    .orderBy('retired_at', 'desc'),
)

/** The keys that were retired since then, the latest first. */
export const listFormerRazorpayKeys = (db: Queries, storeId: string, since: number) =>
  former.all(db, { storeId, since })

const old = deletionOfOld('former_razorpay_keys', ['store_id', 'key_id'], 'retired_at')

/** True while there may be more. */
export const forgetFormerRazorpayKeys = (db: Queries, before: number) => forgetPart(db, old, before)
