import type { Compilable } from 'kysely'
import type { Queries } from '../engine.ts'
import { rowsOf, type Sql } from '../statement.ts'
import {
  type AnyOf,
  CARD,
  directionOf,
  type Further,
  offered,
  PRICE,
  PRICE_ALONE,
  type PricedCard,
  type PricedSearch,
  underAll,
} from './priced.ts'
import { MOST_LOOKED_AT } from './shelf-list.ts'

/**
 * What was found is put in order by ids and prices alone; only what the page shows is read whole. By a question of its own:
 * in one with the search, PostgreSQL may search anew for each product.
 */
const readPage = async (
  db: Queries,
  storeId: string,
  { order }: Further,
  search: (build: Sql) => Compilable<{ id: string }>,
): Promise<PricedCard[]> => {
  const ids = (await rowsOf(db, search)).map(({ id }) => id)
  if (ids.length === 0) return []
  return rowsOf(db, (build) =>
    build
      .selectFrom('products')
      .select(CARD)
      .where('products.store_id', '=', storeId)
      .where('products.id', 'in', ids)
      .orderBy(PRICE_ALONE, directionOf(order))
      .orderBy('products.id', directionOf(order)),
  )
}

/** For a rarest set under which few stand: these are sorted, whatever the others are. */
export const sortUnder = (
  db: Queries,
  storeId: string,
  [rarest, ...others]: readonly AnyOf[],
  further: Further,
  limit: number,
) =>
  readPage(db, storeId, further, (build) =>
    offered(build, storeId, PRICE_ALONE, further)
      .select('products.id')
      .where(
        db.dialect.isAmong(
          'products.id',
          build
            .selectFrom('shelf')
            .select('shelf.product_id')
            .where('shelf.store_id', '=', storeId)
            .where('shelf.heading', 'in', rarest!),
        ),
      )
      .where(underAll(storeId, others))
      .limit(limit),
  )

/** Follows the prices until the page is full, a bounded way; what many products share is met soon. */
export async function followUnder(
  db: Queries,
  storeId: string,
  sets: readonly AnyOf[],
  further: Further,
  limit: number,
): Promise<PricedSearch> {
  const cards = await readPage(db, storeId, further, (build) =>
    build
      .selectFrom(
        offered(build, storeId, PRICE, further)
          .select(['products.id', 'products.created_at', 'products.current_price_paise'])
          .limit(MOST_LOOKED_AT)
          .as('products'),
      )
      .select('products.id')
      .where(underAll(storeId, sets))
      .orderBy('products.current_price_paise', directionOf(further.order))
      .orderBy('products.id', directionOf(further.order))
      .limit(limit),
  )
  return { cards, stoppedAt: cards.length < limit ? await placeFurther(db, storeId, further) : undefined }
}

/** How far the prices are followed; undefined where they end before. */
async function placeFurther(db: Queries, storeId: string, further: Further) {
  const [last] = await rowsOf(db, (build) =>
    offered(build, storeId, PRICE, further)
      .select(['products.current_price_paise', 'products.id as product_id'])
      .offset(MOST_LOOKED_AT - 1)
      .limit(1),
  )
  return last
}
