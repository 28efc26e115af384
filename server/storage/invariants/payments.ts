import { sql } from 'kysely'
import { isTestMoney } from '../payments/test-money.ts'
import { anyOf, type Invariant, type Offender } from './invariant.ts'

export const paymentsInvariant: Invariant = {
  name: 'payments',
  claim: 'each paid payment has an order, or a refund to make; both if the order was cancelled',
  offenders: () =>
    anyOf([
      ...[paidWithoutOrder, orderedUnpaid, refundWithoutTask, cancelledWithoutTask, taskWithoutRefund],
      ...[unpaidOrder, wrongMoney, halfSettled],
    ]),
}

const paidWithoutOrder = sql<Offender>`
  select p.store_id, p.id, 'paid, and there is no order for it' as problem from payments p
  where p.status = 'paid' and not exists (
    select 1 from orders o where o.store_id = p.store_id and o.id = p.order_id
      and o.checkout_id = p.checkout_id and o.amount_paise = p.amount_paise)`

const orderedUnpaid = sql<Offender>`
  select p.store_id, p.id, 'not paid, and there is an order for it' from payments p
  where p.status <> 'paid' and p.order_id is not null`

const refundWithoutTask = sql<Offender>`
  select payments.store_id, payments.id, 'to be refunded, and there is no task for it' from payments
  where status = 'refund_due' and payments.amount_paise > 0 and ${isTestMoney} = 0 and not exists (
    select 1 from refund_tasks r where r.store_id = payments.store_id and r.payment_id = payments.id
      and (r.amount_paise = payments.amount_paise or exists (
        select 1 from payment_problems q where q.store_id = payments.store_id and q.gateway = payments.gateway
          and q.reference = payments.reference)))`

const cancelledWithoutTask = sql<Offender>`
  select payments.store_id, payments.id, 'paid for a cancelled order, and there is no task for it' from payments
  join orders o on o.store_id = payments.store_id and o.id = payments.order_id
  where payments.status = 'paid' and o.status = 'cancelled' and payments.amount_paise > 0 and ${isTestMoney} = 0
    and not exists (
      select 1 from refund_tasks r where r.store_id = payments.store_id and r.payment_id = payments.id
        and r.amount_paise = payments.amount_paise)`

const taskWithoutRefund = sql<Offender>`
  select r.store_id, r.payment_id, 'a refund task for what is not to be refunded' from refund_tasks r
  where not exists (
    select 1 from payments p where p.store_id = r.store_id and p.id = r.payment_id and (p.status = 'refund_due'
      or p.status = 'paid' and exists (
        select 1 from orders o where o.store_id = p.store_id and o.id = p.order_id and o.status = 'cancelled')))`

const unpaidOrder = sql<Offender>`
  select o.store_id, o.id, 'an order without exactly one payment' from orders o
  where 1 <> (
    select count(*) from payments p where p.store_id = o.store_id and p.checkout_id = o.checkout_id
      and p.status = 'paid' and p.order_id = o.id)`

const wrongMoney = sql<Offender>`
  select o.store_id, o.id, 'says wrongly whether test money paid for it' from orders o
  join payments on payments.store_id = o.store_id and payments.checkout_id = o.checkout_id and payments.status = 'paid'
  where o.is_test <> ${isTestMoney}`

/** Payments are settled exactly when no longer started or failed, and a settled one is never asked about again. */
const halfSettled = sql<Offender>`
  select p.store_id, p.id, 'only half settled' from payments p
  where (p.settled_at is null) <> (p.status in ('started', 'failed')) or p.settled_at is not null and p.ask_at is not null`
