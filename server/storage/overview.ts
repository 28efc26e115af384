import { sql as raw } from 'kysely'
import type { OrderStatus } from '#contract/order-status.ts'
import { ACTIVE_STATUSES } from '../rules/order-status.ts'
import type { Queries } from './engine.ts'
import { statement } from './statement.ts'

export interface DayCount {
  /** Days since 1970 on the viewer's clock. */
  day: number
  status: string
  orders: number
  paise: number
}

type Since = { storeId: string; since: number; until: number; offsetMs: number }

const byDay = statement<Since, DayCount>((sql, p) =>
  sql
    .selectFrom('orders')
    .select((column) => [
      raw<number>`(created_at + cast(${p.offsetMs} as bigint)) / ${raw.lit(86_400_000)}`.as('day'),
      'status',
      column.fn.countAll<number>().as('orders'),
      raw<number>`cast(sum(amount_paise) as bigint)`.as('paise'),
    ])
    .where('store_id', '=', p.storeId)
    .where('created_at', '>=', p.since)
    .where('created_at', '<', p.until)
    .groupBy([raw`1`, 'status']),
)

const WEEK_MS = 7 * 86_400_000

/**
 * Orders and what was paid for them, by day and by the status that they have now. A week at a time, so that a store with
 * many orders holds up nobody else.
 */
export async function countOrdersByDay(db: Queries, { since, until, ...rest }: Since): Promise<DayCount[]> {
  const counts: DayCount[] = []
  for (let from = since; from < until; from += WEEK_MS) {
    counts.push(...(await byDay.all(db, { ...rest, since: from, until: Math.min(until, from + WEEK_MS) })))
    await new Promise((turn) => setImmediate(turn))
  }
  return counts
}

const inStatus = statement((sql, p: { storeId: string; status: string }) =>
  sql
    .selectFrom('orders')
    .select((column) => column.fn.countAll<number>().as('orders'))
    .where('store_id', '=', p.storeId)
    .where('status', '=', p.status),
)

export async function countOrdersIn(db: Queries, storeId: string, statuses: readonly OrderStatus[]) {
  const counts = await Promise.all(statuses.map((status) => inStatus.first(db, { storeId, status })))
  return counts.reduce((sum, row) => sum + Number(row?.orders ?? 0), 0)
}

export const countActiveOrders = (db: Queries, storeId: string) => countOrdersIn(db, storeId, ACTIVE_STATUSES)

const failing = statement((sql, p: { storeId: string }) =>
  sql
    .selectFrom('webhooks')
    .leftJoin('deliveries', (join) =>
      join
        .onRef('deliveries.store_id', '=', 'webhooks.store_id')
        .onRef('deliveries.webhook_id', '=', 'webhooks.id')
        .on('deliveries.status', '=', 'failed'),
    )
    .select((column) => [
      'webhooks.id',
      'webhooks.url',
      'webhooks.enabled',
      column.fn.count<number>('deliveries.sequence').as('failed'),
    ])
    .where('webhooks.store_id', '=', p.storeId)
    .where((column) => column.or([column('failing_since', 'is not', null), column('enabled', '=', 0)]))
    .groupBy(['webhooks.id', 'webhooks.url', 'webhooks.enabled']),
)

/** URLs that fail or are off, with what they have missed. */
export const listFailingWebhooks = (db: Queries, storeId: string) => failing.all(db, { storeId })

const refunds = statement((sql, p: { storeId: string }) =>
  sql
    .selectFrom('refund_tasks')
    .select((column) => [
      column.fn.countAll<number>().as('count'),
      raw<number>`cast(coalesce(sum(amount_paise), 0) as bigint)`.as('paise'),
    ])
    .where('store_id', '=', p.storeId)
    .where('done_at', 'is', null),
)

export async function sumRefundsDue(db: Queries, storeId: string) {
  const row = await refunds.first(db, { storeId })
  return { count: Number(row?.count ?? 0), paise: Number(row?.paise ?? 0) }
}
