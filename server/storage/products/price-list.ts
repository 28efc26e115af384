import { type RawBuilder, sql } from 'kysely'
import { EVERYTHING, type Heading, headingsOf } from '../../rules/products/shelf.ts'
import type { Queries } from '../engine.ts'
import type { Flag } from '../flag.ts'
import { literal, rowsOf, type Sql } from '../statement.ts'
import {
  countOnShelf,
  type Headings,
  LOOKED_AT_ONCE,
  MOST_LOOKED_AT,
  ON_A_CARD,
  rarestFirst,
  under,
} from './shelf-list.ts'

/** The cheapest first, or the dearest. */
export type PriceOrder = 'low' | 'high'

/** Where a page ended: the next one begins behind it. */
export interface PricePlace {
  current_price_paise: number
  product_id: string
}

interface Further {
  order: PriceOrder
  after?: PricePlace | undefined
}

/** Paid now, as the index has it. */
const PRICE = sql<number>`products.current_price_paise`
/** The same where the index would be in the way: few products are sooner sorted than found among all prices. */
const PRICE_ALONE = sql<number>`products.current_price_paise + 0`

/** Each looked up by itself; the offset keeps PostgreSQL from joining the heading whole instead. */
const standsUnder = (heading: string) =>
  sql`exists (select 1 from shelf where shelf.store_id = products.store_id and shelf.heading = ${heading}
    and shelf.place = -products.created_at and shelf.product_id = products.id limit 1 offset 0)`

/** Whether a product stands under all of the headings that can be looked up; words are looked for in its name. */
function standsUnderAll(headings: readonly Heading[]) {
  const others = headings.flatMap((heading) =>
    'exactly' in heading && heading.exactly !== EVERYTHING ? standsUnder(heading.exactly) : [],
  )
  return sql<Flag>`case when ${sql.join([sql`1 = 1`, ...others], sql` and `)} then 1 else 0 end`.as('stands')
}

/** What is offered, by price, from a place on. */
function offered(
  build: Sql,
  storeId: string,
  price: RawBuilder<number>,
  { order, after }: Further,
  headings: readonly Heading[],
) {
  const [behind, direction] = order === 'low' ? ([sql`>`, 'asc'] as const) : ([sql`<`, 'desc'] as const)
  const place = sql`(${price}, products.id)`
  const found = build
    .selectFrom('products')
    .select(['products.id as product_id', ...ON_A_CARD, standsUnderAll(headings)])
    .where('products.store_id', '=', storeId)
    .where('products.is_active', '=', literal(1))
    .orderBy(price, direction)
    .orderBy('products.id', direction)
  if (!after) return found
  return found.where(sql<boolean>`${place} ${behind} (${after.current_price_paise}, ${after.product_id})`)
}

/** Along the index of prices, also past what stands elsewhere. */
const readAlong = (
  db: Queries,
  storeId: string,
  headings: readonly Heading[],
  further: Further,
  limit: number,
) => rowsOf(db, (build) => offered(build, storeId, PRICE, further, headings).limit(limit))

type Row = Awaited<ReturnType<typeof readAlong>>[number]
export type PricedCard = Omit<Row, 'stands'>

/** All that stand under the first heading, which are few. */
const readFew = (db: Queries, storeId: string, [first, ...others]: Headings, further: Further) =>
  rowsOf(db, (build) =>
    offered(build, storeId, PRICE_ALONE, further, others).where('products.id', 'in', (of) =>
      of
        .selectFrom('shelf')
        .select('shelf.product_id')
        .where('shelf.store_id', '=', storeId)
        .where(under(first)),
    ),
  )

function isUnderAll(row: Row, headings: Headings): boolean {
  if (!row.stands) return false
  const words = headings.filter((heading) => 'startsWith' in heading)
  if (words.length === 0) return true
  const own = headingsOf(row, [])
  return words.every(({ startsWith }) => own.some((each) => each.startsWith(startsWith)))
}

interface PricedSearch {
  cards: PricedCard[]
  /** Where the search stopped although there may be more; undefined when it came to the end or filled the page. */
  stoppedAt: PricePlace | undefined
}

/**
 * A page of what stands under all the headings, by price. Where the rarest of them has few products these are sorted;
 * else all prices are followed, a bounded way at a time, since what many products share is met soon.
 */
export async function listByPrice(
  db: Queries,
  storeId: string,
  asked: Headings,
  further: Further,
  limit: number,
): Promise<PricedSearch> {
  const isAll = asked.every((heading) => 'exactly' in heading && heading.exactly === EVERYTHING)
  const headings = isAll ? asked : await rarestFirst(db, storeId, asked)
  if (isAll || (await countOnShelf(db, storeId, headings[0], MOST_LOOKED_AT)) === MOST_LOOKED_AT)
    return follow(db, storeId, headings, further, limit)
  const few = await readFew(db, storeId, headings, further)
  return { cards: few.filter((row) => isUnderAll(row, headings)).slice(0, limit), stoppedAt: undefined }
}

async function follow(
  db: Queries,
  storeId: string,
  headings: Headings,
  { order, after }: Further,
  limit: number,
): Promise<PricedSearch> {
  const cards: PricedCard[] = []
  let [from, asked] = [after, limit]
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += asked) {
    if (looked > 0) asked = Math.max(limit, LOOKED_AT_ONCE)
    const rows = await readAlong(db, storeId, headings, { order, after: from }, asked)
    cards.push(...rows.filter((row) => isUnderAll(row, headings)))
    if (cards.length >= limit || rows.length < asked)
      return { cards: cards.slice(0, limit), stoppedAt: undefined }
    from = rows.at(-1)
  }
  return { cards, stoppedAt: from }
}
