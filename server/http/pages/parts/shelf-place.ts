import { parseId } from '../../../rules/values/uuid.ts'
import type { PricePlace } from '../../../storage/products/by-price/offered.ts'
import type { ShelfPlace } from '../../../storage/products/shelf-list.ts'
import { cursorParts, cursorText } from '../../cursor.ts'

/** The end of a page as text for a URL. */
export const placeText = ({ heading, place, product_id }: ShelfPlace): string =>
  cursorText(heading, place, product_id)

/** Undefined for text that we did not write: the list then starts from its beginning. */
export function parsePlace(text = ''): ShelfPlace | undefined {
  const [heading, place, id] = cursorParts(text)
  const product_id = typeof id === 'string' ? parseId(id) : undefined
  const isPlace = typeof heading === 'string' && Number.isSafeInteger(place)
  return isPlace && product_id ? { heading, place: place as number, product_id } : undefined
}

/** The same for a list by price. */
export const pricePlaceText = ({ current_price_paise, product_id }: PricePlace): string =>
  cursorText(current_price_paise, product_id)

export function parsePricePlace(text = ''): PricePlace | undefined {
  const [price, id] = cursorParts(text)
  const product_id = typeof id === 'string' ? parseId(id) : undefined
  return Number.isSafeInteger(price) && product_id
    ? { current_price_paise: price as number, product_id }
    : undefined
}
