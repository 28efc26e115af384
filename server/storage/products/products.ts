import { sql as raw } from 'kysely'
import { PRODUCT_LIMITS } from '#contract/products.ts'
import { columnsOf } from '../columns.ts'
import type { Queries } from '../engine.ts'
import type { ProductRow } from '../schema.ts'
import { literal, pick, statement, statementPer } from '../statement.ts'

const MOST_STOCK = literal(PRODUCT_LIMITS.stockMax)

const PRODUCT_COLUMNS = columnsOf<ProductRow>()([
  'store_id',
  'id',
  'created_at',
  'updated_at',
  'name',
  'price_paise',
  'current_price_paise',
  'shipping_paise',
  'short_description',
  'description',
  'variations',
  'size',
  'colors',
  'categories',
  'is_sale',
  'is_active',
  'custom_questions',
  'internal_note',
  'metadata',
  'primary_image',
  'images',
  'stock',
])

export const WITH_STOCK_GIVEN = [...PRODUCT_COLUMNS, 'stock_given'] as const

/** How many pieces were sold and did not come back. */
export const soldOf = ({ stock, stock_given }: { stock: number; stock_given: number }): number =>
  stock_given - stock

type Key = { storeId: string; id: string }

const byId = statement(
  (sql, p: Key) =>
    sql
      .selectFrom('products')
      .select(PRODUCT_COLUMNS)
      .where('store_id', '=', p.storeId)
      .where('id', '=', p.id),
  { together: true },
)

export const findProduct = (db: Queries, storeId: string, id: string) => byId.first(db, { storeId, id })

const locked = statement((sql, p: Key, dialect) =>
  dialect.lockRows(
    sql
      .selectFrom('products')
      .select(WITH_STOCK_GIVEN)
      .where('store_id', '=', p.storeId)
      .where('id', '=', p.id),
  ),
)

/** Nobody else changes or deletes the product until the transaction ends. */
export const lockProduct = (tx: Queries, storeId: string, id: string) => locked.first(tx, { storeId, id })

export type HeldProduct = NonNullable<Awaited<ReturnType<typeof lockProduct>>>

const insert = statement((sql, p: ProductRow) =>
  sql.insertInto('products').values({ ...pick(p, PRODUCT_COLUMNS), stock_given: p.stock }),
)

export const insertProduct = (db: Queries, product: ProductRow) => insert.run(db, product)

type Change = Partial<Omit<ProductRow, 'store_id' | 'id'>>

const updateOf = statementPer((columns: string) => (sql, p: Key & Change) => {
  const names = columns.split(' ') as (keyof Change)[]
  return sql
    .updateTable('products')
    .set({ ...pick(p, names), ...(names.includes('stock') && { stock_given: given(p.stock!) }) })
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id)
    .returning('id')
})

/** An edit of the stock adds the difference between its new and old value to what was given. */
const given = (stock: number) => raw<number>`stock_given + ${stock} - stock`

/** False when the store has no such product. */
export async function updateProduct(
  db: Queries,
  storeId: string,
  id: string,
  changes: Change,
): Promise<boolean> {
  const columns = Object.keys(changes).sort().join(' ')
  return (await updateOf(columns).first(db, { ...changes, storeId, id })) !== undefined
}

const remove = statement((sql, p: Key) =>
  sql.deleteFrom('products').where('store_id', '=', p.storeId).where('id', '=', p.id),
)

export const deleteProduct = (db: Queries, storeId: string, id: string) => remove.run(db, { storeId, id })

const take = statement((sql, p: Key & { quantity: number; at: number }) =>
  sql
    .updateTable('products')
    .set((column) => ({ stock: column('stock', '-', p.quantity), updated_at: p.at }))
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id)
    .where('stock', '>=', p.quantity)
    .returning('stock'),
)

/** Returns the stock that is left; undefined if there was too little, or no such product. */
export const takeStock = async (tx: Queries, storeId: string, id: string, quantity: number, at: number) =>
  (await take.first(tx, { storeId, id, quantity, at }))?.stock

const putBack = statement((sql, p: Key & { quantity: number; at: number }) =>
  sql
    .updateTable('products')
    .set((column) => {
      const all = column('stock', '+', p.quantity)
      const isTooMuch = column(all, '>', MOST_STOCK)
      return {
        stock: column.case().when(isTooMuch).then(MOST_STOCK).else(all).end(),
        stock_given: column
          .case()
          .when(isTooMuch)
          .then(column(column('stock_given', '-', column.parens(all)), '+', MOST_STOCK))
          .else(column.ref('stock_given'))
          .end(),
        updated_at: p.at,
      }
    })
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id),
)

/**
 * Adds the pieces, up to MOST_STOCK; `stock_given` counts the rest as taken away by the seller. Does nothing if the
 * product has been deleted meanwhile.
 */
export const returnStock = (tx: Queries, storeId: string, id: string, quantity: number, at: number) =>
  putBack.run(tx, { storeId, id, quantity, at })
