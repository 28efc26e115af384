import type { GatewayName } from '#contract/dashboard/orders.ts'
import { columnsOf } from '../columns.ts'
import type { Queries } from '../engine.ts'
import { CHECKOUT_COLUMNS } from '../orders/checkouts.ts'
import { literal, pick, type Sql, statement } from '../statement.ts'
import type { PaymentRow } from './payment-rows.ts'
import { isTestMoney } from './test-money.ts'

export const PAYMENT_COLUMNS = columnsOf<PaymentRow>()([
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
  'asked_at',
  'promised_at',
])

const insert = statement((sql, p: PaymentRow) => sql.insertInto('payments').values(pick(p, PAYMENT_COLUMNS)))

export const insertPayment = (tx: Queries, payment: PaymentRow) => insert.run(tx, payment)

const open = statement((sql, p: { storeId: string; checkoutId: string; gateway: GatewayName }) =>
  sql
    .selectFrom('payments')
    .select(PAYMENT_COLUMNS)
    .where('store_id', '=', p.storeId)
    .where('checkout_id', '=', p.checkoutId)
    .where('gateway', '=', p.gateway)
    .where('status', '=', 'started')
    .orderBy('created_at', 'desc')
    .limit(1),
)

/** The checkout's payment that the customer may still finish. */
export const findOpenPayment = (db: Queries, storeId: string, checkoutId: string, gateway: GatewayName) =>
  open.first(db, { storeId, checkoutId, gateway })

type Reference = { storeId: string; gateway: GatewayName; reference: string }

/** Each payment with its checkout. */
export const withCheckouts = (sql: Sql) =>
  sql
    .selectFrom('payments')
    .innerJoin('checkouts', (join) =>
      join
        .onRef('checkouts.store_id', '=', 'payments.store_id')
        .onRef('checkouts.id', '=', 'payments.checkout_id'),
    )

const locked = statement((sql, p: Reference, dialect) =>
  dialect.lockRows(
    withCheckouts(sql)
      .select([
        'payments.id as payment_id',
        'payments.status as payment_status',
        'payments.order_id as order_id',
        'payments.amount_paise as payable_paise',
        isTestMoney.as('is_test'),
      ])
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('payment_problems')
            .select('reason')
            .whereRef('payment_problems.store_id', '=', 'payments.store_id')
            .whereRef('payment_problems.gateway', '=', 'payments.gateway')
            .whereRef('payment_problems.reference', '=', 'payments.reference')
            .where('done_at', 'is', null),
        ).as('has_problems'),
      )
      .select(CHECKOUT_COLUMNS.map((column) => `checkouts.${column}` as const))
      .where('payments.store_id', '=', p.storeId)
      .where('payments.gateway', '=', p.gateway)
      .where('payments.reference', '=', p.reference),
  ),
)

/** The payment with its checkout, both locked: only one payment of a checkout is settled at a time. */
export async function lockPayment(tx: Queries, storeId: string, gateway: GatewayName, reference: string) {
  const row = await locked.first(tx, { storeId, gateway, reference })
  if (!row) return undefined
  const { payment_id, payment_status, order_id, payable_paise, is_test, has_problems, ...checkout } = row
  return {
    id: payment_id,
    status: payment_status,
    order_id,
    amount_paise: payable_paise,
    is_test,
    checkout,
    gateway,
    reference,
    hasProblems: Boolean(has_problems),
  }
}

export type LockedPayment = NonNullable<Awaited<ReturnType<typeof lockPayment>>>

const byReference = statement((sql, p: Reference) =>
  sql
    .selectFrom('payments')
    .select(PAYMENT_COLUMNS)
    .where('store_id', '=', p.storeId)
    .where('gateway', '=', p.gateway)
    .where('reference', '=', p.reference),
)

export const findPayment = (db: Queries, storeId: string, gateway: GatewayName, reference: string) =>
  byReference.first(db, { storeId, gateway, reference })

const byToken = statement((sql, p: { token: string }) =>
  sql
    .selectFrom('payments')
    .select(PAYMENT_COLUMNS)
    .select(isTestMoney.as('is_test'))
    .where('token', '=', p.token)
    .where('token', '<>', literal('')),
)

/** The token alone is the right to see the payment, so no store's id is asked for. */
export const findPaymentByToken = (db: Queries, token: string) => byToken.first(db, { token })

const told = statement((sql, p: { storeId: string; id: string }) =>
  withCheckouts(sql)
    .select([
      'payments.order_id',
      'payments.id',
      'payments.gateway',
      'payments.reference',
      'payments.token',
      'payments.amount_paise',
      'payments.settled_at',
      isTestMoney.as('is_test'),
      'checkouts.product_name',
      'checkouts.quantity',
      'checkouts.customer_name',
      'checkouts.customer_email',
      'checkouts.customer_phone',
    ])
    .where('payments.store_id', '=', p.storeId)
    .where('payments.id', '=', p.id),
)

/** A payment with what was to be bought and by whom, for letters to the store's owners and to the customer who paid. */
export const findPaymentToTell = (db: Queries, storeId: string, id: string) => told.first(db, { storeId, id })

type Settled = Pick<PaymentRow, 'store_id' | 'id' | 'status' | 'order_id' | 'settled_at'>

const settle = statement((sql, p: Settled) =>
  sql
    .updateTable('payments')
    .set({ ...pick(p, ['status', 'order_id', 'settled_at']), ask_at: null })
    .where('store_id', '=', p.store_id)
    .where('id', '=', p.id),
)

export const settlePaymentRow = (tx: Queries, payment: Settled) => settle.run(tx, payment)

type Asked = Pick<PaymentRow, 'store_id' | 'id' | 'promised_at'>

const fail = statement((sql, p: Asked) =>
  sql
    .updateTable('payments')
    .set({ status: 'failed' })
    .where('store_id', '=', p.store_id)
    .where('id', '=', p.id)
    .where('promised_at', 'is not distinct from', p.promised_at)
    .where('status', '=', 'started'),
)

/**
 * Notes that all tries failed. The customer may try again, so money that arrives later still counts. `payment` is as it
 * was before the provider was asked: if a promise was noted since, the provider's answer did not know of it.
 */
export const notePaymentFailed = (db: Queries, payment: Asked) => fail.run(db, payment)

const resume = statement((sql, p: Omit<Asked, 'promised_at'>) =>
  sql
    .updateTable('payments')
    .set({ status: 'started' })
    .where('store_id', '=', p.store_id)
    .where('id', '=', p.id)
    .where('status', '=', 'failed'),
)

/** Notes that another try is under way after failed ones, so that the customer does not begin a second beside it. */
export const notePaymentUnderWay = (db: Queries, payment: Omit<Asked, 'promised_at'>) =>
  resume.run(db, payment)
