import { EVERYTHING, type Heading } from '../../../rules/products/shelf.ts'
import type { Queries } from '../../engine.ts'
import { countOnShelf, type Headings, MOST_LOOKED_AT } from '../shelf-list.ts'
import { followByHeadings, sortByHeadings } from './by-headings.ts'
import { followByNames, sortByNames } from './by-names.ts'
import { headingsMeant } from './headings-meant.ts'
import { type AnyOf, type Further, type PricedCard, type PricedSearch, readAlong } from './offered.ts'

/** It is quicker to sort so few products than to find them along the prices, however large the store is. */
const SOON_SORTED = 200

/**
 * A page of the products under all the headings, by price. If the rarest heading has few products, these are sorted.
 * Otherwise products are read in the order of their prices, since common headings are met soon; if too few were met,
 * the products of the rarest heading are sorted after all, as far as they can be. Both ways look headings up on the
 * shelf or, where a beginning fits more words than can be looked up, match the names of the products.
 */
export async function listByPrice(
  db: Queries,
  storeId: string,
  asked: Headings,
  further: Further,
  limit: number,
): Promise<PricedSearch> {
  const headings = asked.filter((heading) => !('exactly' in heading && heading.exactly === EVERYTHING))
  if (headings.length === 0) return whole(await readAlong(db, storeId, further, limit))
  const counted = headings.length === 1 ? SOON_SORTED : MOST_LOOKED_AT
  const parts = await Promise.all(headings.map((heading) => lookUp(db, storeId, heading, counted)))
  if (parts.some(({ count, anyOf }) => count === 0 || anyOf?.length === 0)) return whole([])
  parts.sort((a, b) => a.count - b.count)
  const rarest = parts[0]!
  const ways = waysThrough(parts)
  if (rarest.count < SOON_SORTED) return whole(await ways.sort(db, storeId, further, limit))
  const found = await ways.follow(db, storeId, further, limit)
  if (!found.stoppedAt) return found
  const count = await countOnShelf(db, storeId, rarest.heading, MOST_LOOKED_AT)
  return count < MOST_LOOKED_AT ? whole(await ways.sort(db, storeId, further, limit)) : found
}

const whole = (cards: PricedCard[]): PricedSearch => ({ cards, stoppedAt: undefined })

async function lookUp(db: Queries, storeId: string, heading: Heading, most: number) {
  const [count, anyOf] = await Promise.all([
    countOnShelf(db, storeId, heading, most),
    headingsMeant(db, storeId, heading),
  ])
  return { heading, count, anyOf }
}

type Part = Awaited<ReturnType<typeof lookUp>>
type Way<Found> = (db: Queries, storeId: string, further: Further, limit: number) => Promise<Found>

function waysThrough(parts: readonly Part[]): { sort: Way<PricedCard[]>; follow: Way<PricedSearch> } {
  const sets = parts.flatMap(({ anyOf }): AnyOf[] => (anyOf ? [anyOf] : []))
  if (sets.length === parts.length)
    return {
      sort: (db, storeId, ...how) => sortByHeadings(db, storeId, sets, ...how),
      follow: (db, storeId, ...how) => followByHeadings(db, storeId, sets, ...how),
    }
  const headings = parts.map(({ heading }) => heading) as [Heading, ...Heading[]]
  return {
    sort: (db, storeId, ...how) => sortByNames(db, storeId, headings, ...how),
    follow: (db, storeId, ...how) => followByNames(db, storeId, headings, ...how),
  }
}
