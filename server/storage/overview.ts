import { sql as raw } from 'kysely'
import { FAILED_MOST, TASKS_MOST, TO_PREPARE_MOST } from '#contract/dashboard/overview.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import { ACTIVE_STATUSES } from '../rules/orders/order-status.ts'
import type { Queries } from './engine.ts'
import { literal, statement, statementPer } from './statement.ts'

const inStatuses = statementPer((statuses: readonly OrderStatus[]) => (sql, p: { storeId: string }) => {
  const someIn = (status: OrderStatus) =>
    sql
      .selectFrom('orders')
      .select('id')
      .where('store_id', '=', p.storeId)
      .where('status', '=', literal(status))
      .limit(literal(TO_PREPARE_MOST))
  const [one, ...others] = statuses.map((status) => sql.selectFrom(someIn(status).as('some')).select('id'))
  return sql
    .selectFrom(others.reduce((all, each) => all.unionAll(each), one!).as('counted'))
    .select((column) => column.fn.countAll<number>().as('orders'))
})

/** How many orders have one of the statuses at one moment, each counted up to TO_PREPARE_MOST. */
export const countOrdersIn = async (
  db: Queries,
  storeId: string,
  statuses: readonly OrderStatus[],
): Promise<number> => (await inStatuses(statuses).first(db, { storeId }))?.orders ?? 0

export const countActiveOrders = (db: Queries, storeId: string) => countOrdersIn(db, storeId, ACTIVE_STATUSES)

const failing = statement((sql, p: { storeId: string }) =>
  sql
    .selectFrom('webhooks')
    .select(({ ref, selectFrom }) => {
      const some = selectFrom('deliveries')
        .select('sequence')
        .where('store_id', '=', ref('webhooks.store_id'))
        .where('webhook_id', '=', ref('webhooks.id'))
        .where('status', '=', literal('failed'))
        // In the order of the index: unordered, PostgreSQL may read past all that was ever sent.
        .orderBy('sequence')
        .limit(literal(FAILED_MOST))
      const counted = selectFrom(some.as('some')).select(({ fn }) => fn.countAll<number>().as('failed'))
      return ['id', 'url', 'enabled', counted.$asScalar().$notNull().as('failed')]
    })
    .where('store_id', '=', p.storeId)
    .where('removed_at', 'is', null)
    .where((column) => column.or([column('failing_since', 'is not', null), column('enabled', '=', 0)])),
)

/** URLs that fail or are off, with what they have missed, each counted up to FAILED_MOST. */
export const listFailingWebhooks = (db: Queries, storeId: string) => failing.all(db, { storeId })

const refunds = statement((sql, p: { storeId: string }) => {
  const some = sql
    .selectFrom('refund_tasks')
    .select('amount_paise')
    .where('store_id', '=', p.storeId)
    .where('done_at', 'is', null)
    .orderBy('created_at')
    .limit(literal(TASKS_MOST))
  return sql
    .selectFrom(some.as('some'))
    .select((column) => [
      column.fn.countAll<number>().as('count'),
      raw<number>`cast(coalesce(sum(amount_paise), 0) as bigint)`.as('paise'),
    ])
})

/** Of the first TASKS_MOST of them. */
export async function sumRefundsDue(db: Queries, storeId: string) {
  const row = await refunds.first(db, { storeId })
  return { count: row?.count ?? 0, paise: row?.paise ?? 0 }
}
