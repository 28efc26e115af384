import { parseId } from '../../../rules/uuid.ts'
import type { ShelfPlace } from '../../../storage/shelf-list.ts'

/** The end of a page, as a part of an address. */
export const placeText = ({ heading, place, product_id }: ShelfPlace): string =>
  Buffer.from(JSON.stringify([heading, place, product_id])).toString('base64url')

/** Undefined for what we did not write: the list then begins at its beginning. */
export function parsePlace(text: string | undefined): ShelfPlace | undefined {
  if (!text) return undefined
  try {
    const [heading, place, id] = JSON.parse(Buffer.from(text, 'base64url').toString())
    const product_id = parseId(String(id))
    if (typeof heading !== 'string' || heading.includes('\0')) return undefined
    return product_id && Number.isSafeInteger(place) ? { heading, place, product_id } : undefined
  } catch {
    return undefined
  }
}
