import type { ProductRow, StoreRow } from '../../../storage/schema.ts'
import type { KeptPicture } from './pictures.ts'

export interface CheckoutView {
  store: StoreRow
  product: ProductRow
  available: number
  /** The least quantity: fewer pieces cost less than the least payment. */
  fewest: number
  attempt: string
  /**
   * The query of the page's address. The form is sent to that same address, because a browser drops its cached copy of
   * a page only if something is sent to exactly its address.
   */
  query: string
  /** What the customer typed, by the name of the field. */
  typed: ReadonlyMap<string, string>
  /** Pictures of an earlier submission, by the number of their question. */
  kept: ReadonlyMap<number, KeptPicture>
  problems: ReadonlyMap<string, string>
  /** The path of the order that this browser has paid for before. */
  bought?: string | undefined
}
