import type { Queries } from './engine.ts'
import type { PaymentRow, RefundTaskRow } from './schema.ts'
import { pick, statement } from './statement.ts'

const COLUMNS = [
  'store_id',
  'id',
  'checkout_id',
  'gateway',
  'reference',
  'amount_paise',
  'status',
  'order_id',
  'created_at',
  'settled_at',
  'token',
  'account',
  'ask_at',
  'asks',
] as const

const insert = statement((sql, p: PaymentRow) => sql.insertInto('payments').values(pick(p, COLUMNS)))

export const insertPayment = (tx: Queries, payment: PaymentRow) => insert.run(tx, payment)

type Reference = { storeId: string; gateway: string; reference: string }

const byReference = statement((sql, p: Reference, dialect) =>
  dialect.lockRows(
    sql
      .selectFrom('payments')
      .select(COLUMNS)
      .where('store_id', '=', p.storeId)
      .where('gateway', '=', p.gateway)
      .where('reference', '=', p.reference),
  ),
)

/** Whoever settles the payment at the same moment waits here. */
export const lockPayment = (tx: Queries, storeId: string, gateway: string, reference: string) =>
  byReference.first(tx, { storeId, gateway, reference })

const settle = statement(
  (sql, p: Pick<PaymentRow, 'store_id' | 'id' | 'status' | 'order_id' | 'settled_at'>) =>
    sql
      .updateTable('payments')
      .set(pick(p, ['status', 'order_id', 'settled_at']))
      .where('store_id', '=', p.store_id)
      .where('id', '=', p.id),
)

export const settlePaymentRow = (
  tx: Queries,
  payment: Pick<PaymentRow, 'store_id' | 'id' | 'status' | 'order_id' | 'settled_at'>,
) => settle.run(tx, payment)

const insertTask = statement((sql, p: RefundTaskRow) =>
  sql
    .insertInto('refund_tasks')
    .values(pick(p, ['store_id', 'payment_id', 'amount_paise', 'reason', 'created_at', 'done_at'])),
)

export const insertRefundTask = (tx: Queries, task: RefundTaskRow) => insertTask.run(tx, task)
