import { sql } from 'kysely'
import { ORDER_STATUSES, returnsStock } from '#contract/order-status.ts'
import type { Invariant, Offender } from './invariant.ts'

const RETURNING = sql.join(
  ORDER_STATUSES.filter((status) => returnsStock(status, 'cancelled')).map((status) => sql.lit(status)),
)

/** Every change of `stock` by the seller also changes `stock_given`; the orders tell the sold and returned pieces. */
export const stockInvariant: Invariant = {
  name: 'stock',
  claim: 'stock is what was given, less what was sold, plus what came back, and never below 0',
  offenders: () => sql<Offender>`
    select store_id, id, 'the stock is ' || stock || ' and should be ' || expected as problem
    from (
      select p.store_id, p.id, p.stock, p.stock_given
        - coalesce((select sum(o.quantity) from orders o
            where o.store_id = p.store_id and o.product_id = p.id), 0)
        + coalesce((select sum(o.quantity) from orders o
            where o.store_id = p.store_id and o.product_id = p.id and o.status = 'cancelled'
              and exists (select 1 from order_history h where h.store_id = o.store_id and h.order_id = o.id
                and h.to_status = 'cancelled' and h.from_status in (${RETURNING}))), 0) as expected
      from products p
    ) as counted
    where stock <> expected or stock < 0`,
}
