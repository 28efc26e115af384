import { sql as raw } from 'kysely'
import { columnsOf } from '../columns.ts'
import type { Queries } from '../engine.ts'
import { literal, pick, statement } from '../statement.ts'
import type { RefundTaskRow } from './payment-rows.ts'

const COLUMNS = columnsOf<RefundTaskRow>()([
  'store_id',
  'payment_id',
  'amount_paise',
  'reason',
  'created_at',
  'done_at',
])

const insert = statement((sql, p: RefundTaskRow) => sql.insertInto('refund_tasks').values(pick(p, COLUMNS)))

export const insertRefundTask = (tx: Queries, task: RefundTaskRow) => insert.run(tx, task)

const CANCELLED = 'The order was cancelled'

const owe = statement((sql, p: { storeId: string; checkoutId: string; at: number }) =>
  sql
    .insertInto('refund_tasks')
    .columns(COLUMNS)
    .expression(
      sql
        .selectFrom('payments')
        .select([
          'store_id',
          'id',
          'amount_paise',
          literal(CANCELLED).as('reason'),
          raw<number>`cast(${p.at} as bigint)`.as('created_at'),
          raw<null>`cast(null as bigint)`.as('done_at'),
        ])
        .where('store_id', '=', p.storeId)
        .where('checkout_id', '=', p.checkoutId)
        .where('status', '=', literal('paid' as const))
        .where('amount_paise', '>', literal(0)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(COLUMNS),
)

/** Adds the refund of what was paid for a cancelled order; undefined if there is nothing new to return. */
export const oweRefund = (tx: Queries, storeId: string, checkoutId: string, at: number) =>
  owe.first(tx, { storeId, checkoutId, at })
