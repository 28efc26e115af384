import type { OrderMoney } from '../../../rules/orders/money-words.ts'
import type { HistoryAbout, OrderHistoryRow, OrderRow, StoreRow } from '../../../storage/schema.ts'

export type HistoryLine = OrderHistoryRow & { about: HistoryAbout }

export interface OrderInView {
  order: OrderRow & OrderMoney & { number: number }
  store: StoreRow
  history: HistoryLine[]
  typed?: { rating: string; review: string }
  problems?: ReadonlyMap<string, string>
}
