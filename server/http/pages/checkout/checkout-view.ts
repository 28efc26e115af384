import type { ProductRow, StoreRow } from '../../../storage/schema.ts'
import type { KeptPicture } from './pictures.ts'

export interface CheckoutView {
  store: StoreRow
  product: ProductRow
  available: number
  /** Fewer pieces cost less than can be paid. */
  fewest: number
  attempt: string
  /** Of the page's address. The form is sent to the same one, as only that makes a browser forget what it showed there. */
  query: string
  /** What the customer typed, by the name of the field. */
  typed: ReadonlyMap<string, string>
  /** Pictures that arrived with an earlier sending, by the number of their question. */
  kept: ReadonlyMap<number, KeptPicture>
  problems: ReadonlyMap<string, string>
  /** The path of the order that this browser has paid for before. */
  bought?: string | undefined
}
