import { type Expression, type RawBuilder, sql } from 'kysely'
import type { ProductJsonParts } from '../../rules/products/present-product.ts'
import type { Dialect, Queries } from '../engine.ts'
import { type Sql, statement } from '../statement.ts'
import { storeOfKey } from '../stores/api-keys.ts'

type Text = RawBuilder<string>

const asKept = (column: string): Text => sql`${sql.ref(column)}`

const quoted = (column: string): Text => sql`to_json(${sql.ref(column)})::text`

const yesOrNo = (column: string): Text => sql`case ${sql.ref(column)} when 1 then 'true' else 'false' end`

/** Paise as rupees: 49950 is 499.50, 49900 is 499. */
function rupees(column: string): Text {
  const paise = sql.ref(column)
  const decimals = sql`case when ${paise} % 100 = 0 then '' when ${paise} % 100 < 10 then '.0' || (${paise} % 100)
    else '.' || (${paise} % 100) end`
  return sql`(${paise} / 100) || ${decimals}`
}

/** How each field of the answer is written, in the specification's order; for SQLite in the migration product-json. */
const FIELDS: Record<string, Text> = {
  name: quoted('name'),
  origional_price: rupees('price_paise'),
  current_price: rupees('current_price_paise'),
  shipping_cost: rupees('shipping_paise'),
  short_description: quoted('short_description'),
  long_description: quoted('description'),
  variations: asKept('variations'),
  size: asKept('size'),
  colors: asKept('colors'),
  categories: asKept('categories'),
  is_sale: yesOrNo('is_sale'),
  custom_questions: asKept('custom_questions'),
  is_active: yesOrNo('is_active'),
  stock: asKept('stock'),
  internal_note: quoted('internal_note'),
  metadata: asKept('metadata'),
}

const named = Object.entries(FIELDS).map(([name, text]) => sql`${sql.lit(`"${name}":`)}, ${text}`)
const joined: Text = sql`concat(${sql.join(named, sql`, ',', `)})`

/**
 * A product as the API answers it: the database joins the fields into one piece of JSON, which is cheapest, as one
 * string is read instead of twenty values that would be quoted and joined here.
 */
const parts = (
  builder: Sql,
  { keepsProductJson }: Dialect,
  storeId: string | Expression<string>,
  id: string,
) =>
  builder
    .selectFrom('products')
    .select([
      'created_at',
      'primary_image',
      'images',
      (keepsProductJson ? asKept('fields') : joined).as('fields'),
    ])
    .where('store_id', '=', storeId)
    .where('id', '=', id)

const byId = statement<{ storeId: string; id: string }, ProductJsonParts>(
  (builder, p, dialect) => parts(builder, dialect, p.storeId, p.id),
  { together: true },
)

export const findProductJson = (db: Queries, storeId: string, id: string) => byId.first(db, { storeId, id })

const byKey = statement<{ keyHash: string; id: string }, ProductJsonParts>(
  (builder, p, dialect) => parts(builder, dialect, storeOfKey(builder, p.keyHash).$asScalar(), p.id),
  { together: true },
)

/** The product, if it belongs to the store of this API key. */
export const findProductJsonOfKey = (db: Queries, keyHash: string, id: string) =>
  byKey.first(db, { keyHash, id })
