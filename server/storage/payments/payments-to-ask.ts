import type { Queries } from '../engine.ts'
import { isClaimed } from '../is-claimed.ts'
import { statement } from '../statement.ts'
import type { PaymentRow } from './payment-rows.ts'
import { PAYMENT_COLUMNS } from './payments.ts'

const due = statement((sql, p: { now: number }) =>
  sql.selectFrom('payments').select('id').where('ask_at', '<=', p.now).orderBy('ask_at').limit(1),
)

/** Read before claiming, so that a poll without work writes nothing. */
export const hasPaymentsToAsk = async (db: Queries, now: number): Promise<boolean> =>
  (await due.first(db, { now })) !== undefined

const claim = statement((sql, p: { now: number; lease: number; limit: number }, dialect) =>
  sql
    .updateTable('payments')
    .set((column) => ({ asks: column('asks', '+', 1), ask_at: p.lease }))
    .where(
      isClaimed(
        dialect,
        ['store_id', 'id'],
        sql.selectFrom('payments').where('ask_at', '<=', p.now).orderBy('ask_at').limit(p.limit),
      ),
    )
    .returning(PAYMENT_COLUMNS),
)

/** Claims payments to ask the provider about. Until the lease ends no other process claims them. */
export const claimPaymentsToAsk = (db: Queries, now: number, lease: number, limit: number) =>
  claim.all(db, { now, lease, limit })

const question = statement((sql, p: { storeId: string; id: string; now: number; before: number }) =>
  sql
    .updateTable('payments')
    .set({ asked_at: p.now })
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id)
    .where((column) => column.or([column('asked_at', 'is', null), column('asked_at', '<=', p.before)]))
    .returning(PAYMENT_COLUMNS),
)

/** The payment, for one of all customers' returns to it; undefined if another return was let through since `before`. */
export const claimQuestion = (
  db: Queries,
  { store_id: storeId, id }: PaymentRow,
  now: number,
  before: number,
) => question.first(db, { storeId, id, now, before })

const promise = statement((sql, p: { storeId: string; id: string; now: number; askAt: number }) =>
  sql
    .updateTable('payments')
    .set({ promised_at: p.now, ask_at: p.askAt, status: 'started' })
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id)
    .where((column) => column.or([column('promised_at', 'is', null), column('status', '=', 'failed')]))
    .where('settled_at', 'is', null)
    .returning(PAYMENT_COLUMNS),
)

/**
 * Notes that the bank has promised the money, and asks the provider again at `askAt`. Returns the payment for the first
 * call, or the first after failed tries; undefined for the others.
 */
export const notePromise = (db: Queries, { store_id: storeId, id }: PaymentRow, now: number, askAt: number) =>
  promise.first(db, { storeId, id, now, askAt })

const put = statement((sql, p: { storeId: string; id: string; at: number }) =>
  sql
    .updateTable('payments')
    .set({ ask_at: p.at })
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id)
    .where('settled_at', 'is', null),
)

/** Sets when to ask about the payment, unless it has been settled meanwhile. */
export const askAt = (db: Queries, { store_id: storeId, id }: PaymentRow, at: number) =>
  put.run(db, { storeId, id, at })

const goOn = statement((sql, p: { storeId: string; id: string; lease: number | null; next: number | null }) =>
  sql
    .updateTable('payments')
    .set({ ask_at: p.next })
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id)
    .where('ask_at', '=', p.lease),
)

/** Sets when to ask again about a claimed payment; null: never. A time that was set since the claim is kept. */
export const askNext = (
  db: Queries,
  { store_id: storeId, id, ask_at: lease }: PaymentRow,
  next: number | null,
) => goOn.run(db, { storeId, id, lease, next })
