import type { OrderMoney } from '../../../rules/orders/money-words.ts'
import type { OrderHistoryRow, OrderRow, StoreRow } from '../../../storage/schema.ts'

export interface OrderInView {
  order: OrderRow & OrderMoney & { number: number }
  store: StoreRow
  history: OrderHistoryRow[]
  typed?: { rating: string; review: string }
  problems?: ReadonlyMap<string, string>
  /** Another review than the one that the order has was sent, as from another tab. */
  isReviewLate?: true
}
