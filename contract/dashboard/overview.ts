import type { OrderStatus } from '../order-status.ts'
import { answers, type Route } from './route.ts'

/** One day in the viewer's time zone; `revenue` leaves out cancelled orders and test orders. */
export interface Day {
  date: string
  orders: number
  revenue: number
}

/** Counting ends here: who has so many orders to prepare needs no exact number. */
export const TO_PREPARE_MOST = 10_000

/** The same of deliveries that failed, of each URL. */
export const FAILED_MOST = 1000

/** The same of payments to refund or to look at. */
export const TASKS_MOST = 1000

export interface Overview {
  /** The last `days` days, oldest first, days without orders included. */
  days: Day[]
  orders: number
  /** How many of the orders were paid with test money. */
  test_orders: number
  revenue: number
  /** The same number of days before, to compare with. */
  before: { orders: number; revenue: number }
  by_status: Record<OrderStatus, number>
  /** Waiting for the seller: started and processing, whenever they came; TO_PREPARE_MOST where there are more. */
  to_prepare: number
  low_stock: { id: string; name: string; stock: number; primary_image: string | null }[]
  /** None for whom `listWebhooks` refuses. Their hosts alone: what follows may hold a secret. FAILED_MOST where more failed. */
  failing_webhooks: { id: string; host: string; enabled: boolean; failed_deliveries: number }[]
  /** None for whom `listRefunds` refuses. Where there are more than TASKS_MOST, of so many of them. */
  refunds_due: { count: number; amount: number }
  /**
   * Payments of which nobody knows whether money arrived, until the seller has looked; TASKS_MOST where there are
   * more. None for whom these are not listed.
   */
  payment_problems: number
  /** Customers pay with test money now. */
  test_mode: boolean
  steps: NextSteps
}

/** What a store has done so far. */
interface NextSteps {
  product: boolean
  /** All that Razorpay wants to read is on the store's pages. */
  policies: boolean
  payment: boolean
  key: boolean
  webhook: boolean
  order: boolean
}

export const OVERVIEW_ROUTES = {
  overview: {
    method: 'GET',
    path: '/stores/:store/overview',
    access: 'staff',
    /** `days`: 7, 30 or 90. `offset`: minutes that the viewer's clock is ahead of UTC, 330 in India. */
    query: { days: 'integer', offset: 'integer' },
    answer: answers<Overview>(),
  },
} as const satisfies Record<string, Route>
