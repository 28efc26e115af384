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
 * Sorts by ids and prices alone and reads in full only what the page shows, in one statement, so that all is of one
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

/** For a rarest set under which few stand: these are sorted, whatever the others are. */
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
 * Follows the prices until the page is full, a bounded way; what many products share is met soon. Where the page is not
 * full, the end of that way comes with it: asked for afterwards, it might lie behind what nobody has looked at.
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
 * How far the prices are followed where that does not fill the page; nothing where they end before. The limit says so:
 * a condition SQLite would ask of every product of the store.
 */
const endOfWay = (build: Sql, storeId: string, further: Further, limit: number) =>
  offered(build, storeId, PRICE, further)
    .select(['products.current_price_paise as price', 'products.id'])
    .offset(MOST_LOOKED_AT - 1)
    .limit(sql<number>`case when (select count(*) from page) < ${limit} then 1 else 0 end`)

/** Where nothing was found, one row says so. */
const isCard = <Row extends { product_id: string | null }>(row: Row): row is Row & PricedCard =>
  row.product_id !== null
