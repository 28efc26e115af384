import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Queries } from '../engine.ts'
import { literal, type Sql, statement } from '../statement.ts'

type Key = { storeId: string; id: string }

/** So many are counted by one query, which takes a few milliseconds. */
export const COUNTED_AT_ONCE = 2000

type From = Key & { after: string }

/** How many products each category has in one such piece, and the last of them. */
const countedIn = (sql: Sql, some: ReturnType<typeof linksOf>) =>
  sql
    .selectFrom(some.orderBy('category_id').orderBy('product_id').limit(literal(COUNTED_AT_ONCE)).as('some'))
    .select(({ fn }) => [
      'category_id as id',
      fn.countAll<number>().as('products'),
      fn.max('product_id').as('after'),
    ])
    .groupBy('category_id')
    .orderBy('category_id')

const linksOf = (sql: Sql, p: { storeId: string }) =>
  sql.selectFrom('product_categories').select(['category_id', 'product_id']).where('store_id', '=', p.storeId)

const countAny = statement((sql, p: From) => {
  const rest = linksOf(sql, p).where(({ eb, refTuple, tuple }) =>
    eb(refTuple('category_id', 'product_id'), '>', tuple(p.id, p.after)),
  )
  return countedIn(sql, rest)
})

const countOne = statement((sql, p: From) =>
  countedIn(sql, linksOf(sql, p).where('category_id', '=', p.id).where('product_id', '>', p.after)),
)

/** Counts piece by piece, so that other work gets its turn. */
async function countInPieces(db: Queries, pieces: typeof countAny, from: From): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (let last: From | undefined = from; last; await othersTurn()) {
    const rows: Awaited<ReturnType<typeof pieces.all>> = await pieces.all(db, last)
    for (const { id, products } of rows) counts.set(id, (counts.get(id) ?? 0) + products)
    const counted = rows.reduce((sum, { products }) => sum + products, 0)
    last = counted === COUNTED_AT_ONCE ? { ...from, ...rows.at(-1)! } : undefined
  }
  return counts
}

export const countProductsByCategory = (db: Queries, storeId: string): Promise<Map<string, number>> =>
  countInPieces(db, countAny, { storeId, id: '', after: '' })

/** How many products of the category come after `after` in the order of their ids. */
export const countProductsIn = async (db: Queries, storeId: string, id: string, after: string) =>
  (await countInPieces(db, countOne, { storeId, id, after })).get(id) ?? 0

const ids = statement((sql, p: Key & { after: string; limit: number }) =>
  sql
    .selectFrom('product_categories')
    .select('product_id')
    .where('store_id', '=', p.storeId)
    .where('category_id', '=', p.id)
    .where('product_id', '>', p.after)
    .orderBy('product_id')
    .limit(p.limit),
)

/** The next products of the category in the order of their ids. */
export const listProductIdsIn = async (
  tx: Queries,
  storeId: string,
  id: string,
  after: string,
  limit: number,
): Promise<string[]> => (await ids.all(tx, { storeId, id, after, limit })).map(({ product_id }) => product_id)

interface Stretch {
  after: string
  upTo: string
}

const locked = statement((sql, p: Key & Stretch, dialect) =>
  dialect.lockRows(
    sql
      .selectFrom('products')
      .select(['store_id', 'id', 'created_at', 'name', 'is_active', 'categories'])
      .where('store_id', '=', p.storeId)
      .where('id', 'in', (of) =>
        of
          .selectFrom('product_categories')
          .select('product_id')
          .where('store_id', '=', p.storeId)
          .where('category_id', '=', p.id)
          .where('product_id', '>', p.after)
          .where('product_id', '<=', p.upTo),
      )
      .orderBy('id'),
  ),
)

/** Locks the category's products of that stretch, and returns them as they are then. */
export const lockProductsIn = (tx: Queries, storeId: string, id: string, stretch: Stretch) =>
  locked.all(tx, { storeId, id, ...stretch })

const unlink = statement((sql, p: Key & { upTo: string }) =>
  sql
    .deleteFrom('product_categories')
    .where('store_id', '=', p.storeId)
    .where('category_id', '=', p.id)
    .where('product_id', '<=', p.upTo),
)

/** Removes the category from its products up to that id. */
export const unlinkProducts = (tx: Queries, storeId: string, id: string, upTo: string) =>
  unlink.run(tx, { storeId, id, upTo })
