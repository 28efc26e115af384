import type { Queries } from '../engine.ts'
import { isClaimed } from '../is-claimed.ts'
import { statement } from '../statement.ts'
import type { PaymentRow } from './payment-rows.ts'
import { PAYMENT_COLUMNS } from './payments.ts'

const due = statement((sql, p: { now: number }) =>
  sql.selectFrom('payments').select('id').where('ask_at', '<=', p.now).orderBy('ask_at').limit(1),
)

/** Reads only, so that looking costs no write. */
export const hasPaymentsToAsk = async (db: Queries, now: number): Promise<boolean> =>
  (await due.first(db, { now })) !== undefined

const claim = statement((sql, p: { now: number; leaseUntil: number; limit: number }, dialect) =>
  sql
    .updateTable('payments')
    .set((column) => ({ asks: column('asks', '+', 1), ask_at: p.leaseUntil }))
    .where(
      isClaimed(
        dialect,
        ['store_id', 'id'],
        sql.selectFrom('payments').where('ask_at', '<=', p.now).orderBy('ask_at').limit(p.limit),
      ),
    )
    .returning(PAYMENT_COLUMNS),
)

/** Takes payments to ask the provider about. Until the lease ends nobody else takes them. */
export const claimPaymentsToAsk = (db: Queries, now: number, leaseUntil: number, limit: number) =>
  claim.all(db, { now, leaseUntil, limit })

const question = statement((sql, p: { storeId: string; id: string; now: number; before: number }) =>
  sql
    .updateTable('payments')
    .set({ asked_at: p.now })
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id)
    .where((column) => column.or([column('asked_at', 'is', null), column('asked_at', '<=', p.before)]))
    .returning(PAYMENT_COLUMNS),
)

/** The payment as it is now, for one of all who come back, unless one has been let through since `before`. */
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
 * The payment as it is now, for the first who hears that the bank has promised the money, or has after tries that failed;
 * from then on it is asked about again soon.
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

/** A payment that has been settled meanwhile is not asked about. */
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

/** When to ask again about a payment that was claimed; null: never. Whoever has put another time meanwhile knows more. */
export const askNext = (
  db: Queries,
  { store_id: storeId, id, ask_at: lease }: PaymentRow,
  next: number | null,
) => goOn.run(db, { storeId, id, lease, next })
