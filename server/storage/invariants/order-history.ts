import { type RawBuilder, sql } from 'kysely'
import { ORDER_STATUSES, type OrderStatus } from '#contract/order-status.ts'
import { canBecome } from '../../rules/orders/order-status.ts'
import { anyOf, type Invariant, type Offender } from './invariant.ts'

export const orderHistoryInvariant: Invariant = {
  name: 'history',
  claim: 'every order came to its status by steps that are allowed',
  offenders: () => anyOf([impossibleStep, brokenRoad]),
}

const isStep = (from: OrderStatus, to: OrderStatus) => from === to || canBecome(from, to)
const STEPS = sql.join(
  ORDER_STATUSES.flatMap((from) =>
    ORDER_STATUSES.filter((to) => isStep(from, to)).map((to) => sql`(${sql.lit(from)}, ${sql.lit(to)})`),
  ),
)

const impossibleStep = sql<Offender>`
  select h.store_id, h.order_id as id, 'went from ' || coalesce(h.from_status, 'nothing') || ' to ' || h.to_status as problem
  from order_history h
  where case when h.from_status is null then h.to_status <> ${sql.lit(ORDER_STATUSES[0])}
    else (h.from_status, h.to_status) not in (${STEPS}) end`

/** Each status has its own bit; no status is 0. */
const bit = (column: RawBuilder<unknown>) =>
  sql`case ${column} ${sql.join(
    ORDER_STATUSES.map((status, i) => sql`when ${sql.lit(status)} then ${sql.lit(2 ** i)}`),
    sql` `,
  )} else 0 end`

/**
 * The steps form one path from nothing to the order's status, whatever their times: there is one beginning, no status
 * is entered or left twice, and the statuses entered minus those left are the present status.
 */
const brokenRoad = sql<Offender>`
  select o.store_id, o.id, 'its timeline does not lead to ' || o.status from orders o
  where 1 <> (
    select case when count(*) - count(h.from_status) = 1
      and count(*) = count(distinct h.to_status)
      and count(h.from_status) = count(distinct h.from_status)
      and sum(${bit(sql`h.to_status`)}) - sum(${bit(sql`h.from_status`)}) = ${bit(sql`o.status`)} then 1 else 0 end
    from order_history h
    where h.store_id = o.store_id and h.order_id = o.id
      and (h.from_status is null or h.from_status <> h.to_status))`
