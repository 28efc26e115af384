import type { Queries } from './engine.ts'
import { PAYMENT_COLUMNS } from './payments.ts'
import type { PaymentRow } from './schema.ts'
import { statement } from './statement.ts'

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
    .where((column) =>
      column(
        column.refTuple('store_id', 'id'),
        'in',
        dialect
          .claimRows(
            sql
              .selectFrom('payments')
              .select(['store_id', 'id'])
              .where('ask_at', '<=', p.now)
              .orderBy('ask_at')
              .limit(p.limit),
          )
          .$asTuple('store_id', 'id'),
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
    .returning('id'),
)

/** True for one of all who come back, unless one has been let through since `before`. */
export const claimQuestion = async (
  db: Queries,
  { store_id: storeId, id }: PaymentRow,
  now: number,
  before: number,
): Promise<boolean> => (await question.first(db, { storeId, id, now, before })) !== undefined

const put = statement((sql, p: { storeId: string; id: string; askAt: number | null }) =>
  sql
    .updateTable('payments')
    .set({ ask_at: p.askAt })
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id)
    .where('settled_at', 'is', null),
)

/** When to ask again; null: never. A payment that has been settled meanwhile is not asked about. */
export const askAgainAt = (db: Queries, storeId: string, id: string, askAt: number | null) =>
  put.run(db, { storeId, id, askAt })
