import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../engine.ts'
import { rowsOf, type Sql } from '../../statement.ts'
import { ON_A_CARD } from '../shelf-list.ts'

/** The cheapest first, or the dearest. */
export type PriceOrder = 'low' | 'high'

/** The place of a page's last product, after which the next page begins. */
export interface PricePlace {
  current_price_paise: number
  product_id: string
}

/** A product must be under one of these headings of the shelf. */
export type AnyOf = readonly string[]

/** The direction, and the place to begin after. */
export interface Further {
  order: PriceOrder
  after?: PricePlace | undefined
}

/** The current price, as the index has it. */
export const PRICE = sql<number>`products.current_price_paise`
/** The same, kept from the index: it is quicker to sort few products than to find them among all prices. */
export const PRICE_ALONE = sql<number>`products.current_price_paise + 0`

/** The index's condition, and a form of it that the index cannot serve. */
const IS_ACTIVE = sql<boolean>`products.is_active = 1`
const IS_ACTIVE_ALONE = sql<boolean>`products.is_active + 0 = 1`

export const directionOf = (order: PriceOrder) => (order === 'low' ? 'asc' : 'desc')

/** The offered products, by price, from a place on. */
export function offered(build: Sql, storeId: string, price: RawBuilder<number>, { order, after }: Further) {
  const found = build
    .selectFrom('products')
    .where('products.store_id', '=', storeId)
    .where(price === PRICE ? IS_ACTIVE : IS_ACTIVE_ALONE)
    .orderBy(price, directionOf(order))
    .orderBy('products.id', directionOf(order))
  if (!after) return found
  const place = sql`(${price}, products.id)`
  const comparison = order === 'low' ? sql`>` : sql`<`
  return found.where(sql<boolean>`${place} ${comparison} (${after.current_price_paise}, ${after.product_id})`)
}

/** Looks each product up by itself; the offset keeps PostgreSQL from joining the headings whole instead. */
const standsUnder = (storeId: string, anyOf: AnyOf) =>
  sql`exists (select 1 from shelf where shelf.store_id = ${storeId} and shelf.heading in (${sql.join(anyOf)})
    and shelf.place = -products.created_at and shelf.product_id = products.id limit 1 offset 0)`

export const underAll = (storeId: string, sets: readonly AnyOf[]) =>
  sql<boolean>`${sql.join([sql`1 = 1`, ...sets.map((anyOf) => standsUnder(storeId, anyOf))], sql` and `)}`

export const CARD = ['products.id as product_id', ...ON_A_CARD] as const

/** A page of all offered products. */
export const readAlong = (db: Queries, storeId: string, further: Further, limit: number) =>
  rowsOf(db, (build) => offered(build, storeId, PRICE, further).select(CARD).limit(limit))

export type PricedCard = Awaited<ReturnType<typeof readAlong>>[number]

export interface PricedSearch {
  cards: PricedCard[]
  /** Where the search stopped although there may be more; undefined when it came to the end or filled the page. */
  stoppedAt: PricePlace | undefined
}
