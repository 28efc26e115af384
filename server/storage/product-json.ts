import { type RawBuilder, sql } from 'kysely'
import type { ProductJsonParts } from '../rules/present-product.ts'
import type { Dialect, Queries } from './engine.ts'
import { statement } from './statement.ts'

type Text = RawBuilder<string>

const asKept = (column: string): Text => sql`${sql.ref(column)}`

const yesOrNo = (column: string): Text => sql`case ${sql.ref(column)} when 1 then 'true' else 'false' end`

/** Paise as rupees: 49950 is 499.50, 49900 is 499. */
function rupees(column: string): Text {
  const paise = sql.ref(column)
  const decimals = sql`case when ${paise} % 100 = 0 then '' when ${paise} % 100 < 10 then '.0' || (${paise} % 100)
    else '.' || (${paise} % 100) end`
  return sql`(${paise} / 100) || ${decimals}`
}

/** How each field of the answer is written, in the specification's order. */
const fields = ({ quoteJson }: Dialect): Record<string, Text> => ({
  name: quoteJson('name'),
  origional_price: rupees('price_paise'),
  current_price: rupees('current_price_paise'),
  shipping_cost: rupees('shipping_paise'),
  short_description: quoteJson('short_description'),
  long_description: quoteJson('description'),
  variations: asKept('variations'),
  size: asKept('size'),
  colors: asKept('colors'),
  categories: asKept('categories'),
  is_sale: yesOrNo('is_sale'),
  custom_questions: asKept('custom_questions'),
  is_active: yesOrNo('is_active'),
  stock: asKept('stock'),
  internal_note: quoteJson('internal_note'),
  metadata: asKept('metadata'),
})

/**
 * A product in the form in which it is answered most cheaply: the database joins the fields into one piece of JSON, so
 * that one string crosses over instead of twenty values that would be quoted and joined here.
 */
const parts = statement<{ storeId: string; id: string }, ProductJsonParts>(
  (builder, p, dialect) => {
    const named = Object.entries(fields(dialect)).map(
      ([name, text]) => sql`${sql.lit(`"${name}":`)}, ${text}`,
    )
    return builder
      .selectFrom('products')
      .select([
        'created_at',
        'primary_image',
        'images',
        sql<string>`concat(${sql.join(named, sql`, ',', `)})`.as('fields'),
      ])
      .where('store_id', '=', p.storeId)
      .where('id', '=', p.id)
  },
  { together: true },
)

export const findProductJson = (db: Queries, storeId: string, id: string) => parts.first(db, { storeId, id })
