import { everything, type Heading, inCategory, searched } from '../../rules/products/shelf.ts'
import { listByPrice } from '../../storage/products/by-price/list-by-price.ts'
import type { PricedCard, PriceOrder } from '../../storage/products/by-price/offered.ts'
import { searchShelf } from '../../storage/products/shelf-list.ts'
import type { StoreRow } from '../../storage/schema.ts'
import type { World } from '../../world.ts'
import { parsePlace, parsePricePlace, placeText, pricePlaceText } from './parts/shelf-place.ts'

const CARDS_PER_PAGE = 24

export const PRICE_ORDERS: readonly PriceOrder[] = ['low', 'high']

/** What a customer looks for in a store. */
export interface Asked {
  q: string
  category: string | undefined
  /** Left out: newest first, or the best match of a search. */
  sort: PriceOrder | undefined
  after: string | undefined
}

interface Found {
  shown: PricedCard[]
  /** The cursor of the next page. */
  next: string | undefined
  /** There may be more although the page is not full. */
  isStopped: boolean
}

/** A page of what the store offers. */
export async function cardsFor({ db }: World, store: StoreRow, asked: Asked): Promise<Found> {
  const { sort: order, after } = asked
  const [headings, limit] = [headingsFor(asked), CARDS_PER_PAGE + 1]
  if (!headings) return NOTHING
  if (order) {
    const found = await listByPrice(db, store.id, headings, { order, after: parsePricePlace(after) }, limit)
    return pageOf(found.cards, found.stoppedAt, pricePlaceText)
  }
  const found = await searchShelf(db, store.id, headings, parsePlace(after), limit)
  return pageOf(found.cards, found.stoppedAt, placeText)
}

const NOTHING: Found = { shown: [], next: undefined, isStopped: false }

function pageOf<Place, Card extends Place & PricedCard>(
  cards: Card[],
  stoppedAt: Place | undefined,
  textOf: (place: Place) => string,
): Found {
  const shown = cards.slice(0, CARDS_PER_PAGE)
  const end = cards.length > CARDS_PER_PAGE ? shown.at(-1) : stoppedAt
  return { shown, next: end && textOf(end), isStopped: stoppedAt !== undefined }
}

/** None where the search has no word: punctuation alone is in no name. */
function headingsFor({ q, category }: Asked): [Heading, ...Heading[]] | undefined {
  const [first, ...others] = searched(q)
  const within = category ? [inCategory(category)] : []
  if (first) return [first, ...others, ...within]
  return q === '' ? [within[0] ?? everything] : undefined
}
