import { sql } from 'kysely'
import { ACTIVE_STATUSES } from '../../rules/orders/order-status.ts'
import { anyOf, type Invariant, type Offender } from './invariant.ts'

type Reference = [table: string, column: string, toTable: string, toColumn: string, where?: string]

/** Columns that name a row of another table. A product may be deleted once none of its orders is active. */
const REFERENCES: readonly Reference[] = [
  ['product_categories', 'product_id', 'products', 'id'],
  ['product_categories', 'category_id', 'categories', 'id'],
  ['shelf', 'product_id', 'products', 'id'],
  ['image_uses', 'hash', 'images', 'hash'],
  ['image_uses', 'owner_id', 'products', 'id', `a.owner_kind = 'product'`],
  ['image_uses', 'owner_id', 'checkouts', 'id', `a.owner_kind = 'checkout'`],
  ['image_uses', 'owner_id', 'orders', 'id', `a.owner_kind = 'order'`],
  ['payments', 'checkout_id', 'checkouts', 'id'],
  ['payments', 'order_id', 'orders', 'id', 'a.order_id is not null'],
  ['refund_tasks', 'payment_id', 'payments', 'id'],
  ['orders', 'checkout_id', 'checkouts', 'id'],
  ['orders', 'product_id', 'products', 'id', `a.status in ('${ACTIVE_STATUSES.join("', '")}')`],
  ['order_history', 'order_id', 'orders', 'id'],
  ['mails', 'order_id', 'orders', 'id'],
  ['deliveries', 'webhook_id', 'webhooks', 'id'],
  ['deliveries', 'sequence', 'events', 'sequence'],
  ['delivery_attempts', 'webhook_id', 'webhooks', 'id'],
]

export const referencesInvariant: Invariant = {
  name: 'stores',
  claim: 'no row refers to a row of another store',
  offenders: () => anyOf([...REFERENCES.map(elsewhere), foreignImage]),
}

const elsewhere = ([table, column, toTable, toColumn, where = '1 = 1']: Reference) => sql<Offender>`
  select a.store_id, cast(a.${sql.ref(column)} as text) as id,
    ${sql.lit(`${table} refers to it in ${toTable}, where the store has no such row`)} as problem
  from ${sql.table(table)} a
  where ${sql.raw(where)} and not exists (
    select 1 from ${sql.table(toTable)} b where b.store_id = a.store_id and b.${sql.ref(toColumn)} = a.${sql.ref(column)})`

const OWN_PATH = sql`'"/images/' || p.store_id || '/'`

const foreignImage = sql<Offender>`
  select p.store_id, p.id, 'shows an image of another store' from products p
  where replace('"' || coalesce(p.primary_image, '') || p.images, ${OWN_PATH}, '') like '%"/images/%'`
