import { type JoinBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Queries } from '../../engine.ts'
import type { Schema } from '../../schema.ts'
import { literal, rowsOf, type Sql } from '../../statement.ts'
import { MOST_LOOKED_AT } from '../shelf-list.ts'
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
} from './offered.ts'

type Ids = SelectQueryBuilder<Schema, 'products', { id: string }>

/**
 * Finds the ids of the page first and reads only those products in full, in one statement, so that all is of one
 * moment. Materialised, since PostgreSQL might otherwise search anew for each product.
 */
const withPage = (build: Sql, ids: Ids) =>
  build.with(
    (cte) => cte('page').materialized(),
    () => ids,
  )

const isOnPage =
  (storeId: string) => (join: JoinBuilder<Schema & { page: { id: string } }, 'page' | 'products'>) =>
    join.onRef('products.id', '=', 'page.id').on('products.store_id', '=', storeId)

/** For a rarest set that has few products: reads and sorts all of them, however many the other sets have. */
export const sortByHeadings = (
  db: Queries,
  storeId: string,
  [rarest, ...others]: readonly AnyOf[],
  further: Further,
  limit: number,
) =>
  rowsOf(db, (build) => {
    const few = db.dialect.isAmong(
      'products.id',
      build
        .selectFrom('shelf')
        .select('shelf.product_id')
        .where('shelf.store_id', '=', storeId)
        .where('shelf.heading', 'in', rarest!),
    )
    const ids = offered(build, storeId, PRICE_ALONE, further)
      .select('products.id')
      .where(few)
      .where(underAll(storeId, others))
      .limit(limit)
    return withPage(build, ids)
      .selectFrom('page')
      .innerJoin('products', isOnPage(storeId))
      .select(CARD)
      .orderBy(PRICE_ALONE, directionOf(further.order))
      .orderBy('products.id', directionOf(further.order))
  })

/**
 * Reads products in the order of their prices until the page is full, up to a limit: headings that many products share
 * are met soon. If the page is not full, the same query tells where it stopped: a later query might name a place behind
 * products that this one has not read.
 */
export async function followByHeadings(
  db: Queries,
  storeId: string,
  sets: readonly AnyOf[],
  further: Further,
  limit: number,
): Promise<PricedSearch> {
  const rows = await rowsOf(db, (build) =>
    withPage(build, idsAlong(build, storeId, sets, further, limit))
      .with(
        (cte) => cte('way_end').materialized(),
        () => endOfWay(build, storeId, further, limit),
      )
      .selectFrom(build.selectNoFrom(literal(1).as('one')).as('always'))
      .leftJoin('page', (join) => join.onTrue())
      .leftJoin('products', isOnPage(storeId))
      .select(CARD)
      .select(({ selectFrom }) => [
        selectFrom('way_end').select('way_end.price').as('end_price'),
        selectFrom('way_end').select('way_end.id').as('end_id'),
      ])
      .orderBy(PRICE_ALONE, directionOf(further.order))
      .orderBy('products.id', directionOf(further.order)),
  )
  const { end_price, end_id } = rows[0]!
  const stoppedAt = end_id === null ? undefined : { current_price_paise: end_price!, product_id: end_id }
  return { cards: rows.filter(isCard), stoppedAt }
}

const idsAlong = (
  build: Sql,
  storeId: string,
  sets: readonly AnyOf[],
  further: Further,
  limit: number,
): Ids =>
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
    .limit(limit)

/**
 * The last product read, if the page is not full and there may be more. The condition is in the limit: in a `where`,
 * SQLite would evaluate it for every product of the store.
 */
const endOfWay = (build: Sql, storeId: string, further: Further, limit: number) =>
  offered(build, storeId, PRICE, further)
    .select(['products.current_price_paise as price', 'products.id'])
    .offset(MOST_LOOKED_AT - 1)
    .limit(sql<number>`case when (select count(*) from page) < ${limit} then 1 else 0 end`)

/** If nothing was found, the query returns one row without a product. */
const isCard = <Row extends { product_id: string | null }>(row: Row): row is Row & PricedCard =>
  row.product_id !== null
