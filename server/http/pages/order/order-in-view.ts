import type { OrderMoney } from '../../../rules/orders/money-words.ts'
import type { OrderHistoryRow, OrderRow, StoreRow } from '../../../storage/schema.ts'

export interface OrderInView {
  order: OrderRow & OrderMoney & { number: number }
  store: StoreRow
  history: OrderHistoryRow[]
  typed?: { rating: string; review: string }
  problems?: ReadonlyMap<string, string>
  /** The order already has another review than the one sent, for example from another tab. */
  isReviewLate?: true
}
