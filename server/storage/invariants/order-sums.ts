import { sql } from 'kysely'
import { LONGEST_WORD } from '../../rules/orders/order-words.ts'
import { QUARTER_MS } from '../orders/order-sums.ts'
import { anyOf, type Invariant, type Offender } from './invariant.ts'

export const orderSumsInvariant: Invariant = {
  name: 'sums',
  claim: 'the sums of the charts match the orders, and every order is in the search index',
  offenders: () => anyOf([wrongSum, wordOfNoOrder, orderWithoutWords]),
}

const bothCounts = sql`
  select store_id, quarter, status, orders as summed, test_orders as summed_tests, paise as summed_paise,
    0 as placed, 0 as placed_tests, 0 as placed_paise
  from order_sums
  union all
  select store_id, created_at / ${sql.lit(QUARTER_MS)}, status, 0, 0, 0,
    1, is_test, case when is_test = 1 then 0 else amount_paise end from orders`

const wrongSum = sql<Offender>`
  select store_id, status as id,
    'the charts add up ' || sum(summed) || ' orders of a quarter of an hour, and there are ' || sum(placed) as problem
  from (${bothCounts}) counted group by store_id, quarter, status
  having sum(summed) <> sum(placed) or sum(summed_tests) <> sum(placed_tests) or sum(summed_paise) <> sum(placed_paise)`

const wordOfNoOrder = sql<Offender>`
  select w.store_id, w.order_id, 'in the search index, but there is no such order' from order_words w
  where not exists (select 1 from orders o where o.store_id = w.store_id and o.id = w.order_id)`

/**
 * Checks for the customer's phone number or e-mail address: SQLite lower-cases only ASCII letters, so the address alone
 * could seem to be missing. An order whose customer is erased has neither.
 */
const orderWithoutWords = sql<Offender>`
  select o.store_id, o.id, 'not in the search index' from orders o
  where o.worded = 1 and o.customer_email <> '' and not exists (
    select 1 from order_words w
    where w.store_id = o.store_id and w.order_id = o.id and w.place = -o.created_at
      and w.word in (o.customer_phone, substr(lower(o.customer_email), 1, ${sql.lit(LONGEST_WORD)})))`
