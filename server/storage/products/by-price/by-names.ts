import { sql } from 'kysely'
import { type Heading, headingsOf } from '../../../rules/products/shelf.ts'
import { hasAll } from '../../../rules/values/search-words.ts'
import type { Queries } from '../../engine.ts'
import type { Flag } from '../../flag.ts'
import { rowsOf } from '../../statement.ts'
import { type Headings, LOOKED_AT_ONCE, MOST_LOOKED_AT, under } from '../shelf-list.ts'
import {
  type AnyOf,
  CARD,
  type Further,
  offered,
  PRICE,
  PRICE_ALONE,
  type PricedCard,
  type PricedSearch,
  underAll,
} from './offered.ts'

/** Whether a product is under all headings that can be looked up; beginnings of words are matched in its name. */
function standsUnderAll(storeId: string, headings: readonly Heading[]) {
  const sets = headings.flatMap((heading): AnyOf[] => ('exactly' in heading ? [[heading.exactly]] : []))
  return sql<Flag>`case when ${underAll(storeId, sets)} then 1 else 0 end`.as('stands')
}

type Row = PricedCard & { stands: Flag }

function isUnderAll(row: Row, headings: Headings): boolean {
  if (!row.stands) return false
  const words = headings.flatMap((heading) => ('startsWith' in heading ? [heading.startsWith] : []))
  return words.length === 0 || hasAll(headingsOf(row, []), words)
}

/** All products under the first heading, which are few, that are also under the others. */
export async function sortByNames(
  db: Queries,
  storeId: string,
  headings: Headings,
  further: Further,
  limit: number,
): Promise<PricedCard[]> {
  const [first, ...others] = headings
  const few = await rowsOf(db, (build) =>
    offered(build, storeId, PRICE_ALONE, further)
      .select([...CARD, standsUnderAll(storeId, others)])
      .where(
        db.dialect.isAmong(
          'products.id',
          build
            .selectFrom('shelf')
            .select('shelf.product_id')
            .where('shelf.store_id', '=', storeId)
            .where(under(first)),
        ),
      ),
  )
  return few.filter((row) => isUnderAll(row, headings)).slice(0, limit)
}

/** Reads products in the order of their prices, up to a limit, and keeps those under all the headings. */
export async function followByNames(
  db: Queries,
  storeId: string,
  headings: Headings,
  { order, after }: Further,
  limit: number,
): Promise<PricedSearch> {
  const cards: PricedCard[] = []
  // A product whose price changes meanwhile may be read twice.
  const seen = new Set<string>()
  let [from, asked] = [after, limit]
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += asked) {
    if (looked > 0) asked = Math.max(limit, LOOKED_AT_ONCE)
    const rows = await rowsOf(db, (build) =>
      offered(build, storeId, PRICE, { order, after: from })
        .select([...CARD, standsUnderAll(storeId, headings)])
        .limit(asked),
    )
    cards.push(...rows.filter((row) => !seen.has(row.product_id) && isUnderAll(row, headings)))
    for (const { product_id } of rows) seen.add(product_id)
    if (cards.length >= limit || rows.length < asked)
      return { cards: cards.slice(0, limit), stoppedAt: undefined }
    from = rows.at(-1)
  }
  return { cards, stoppedAt: from }
}
