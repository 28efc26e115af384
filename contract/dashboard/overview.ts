import type { OrderStatus } from '../order-status.ts'
import { answers, type Route } from './route.ts'

/** One day in the viewer's time zone; `revenue` leaves out cancelled orders and test orders. */
export interface Day {
  date: string
  orders: number
  revenue: number
}

/** The count of orders to prepare stops here: beyond this a seller needs no exact number. */
export const TO_PREPARE_MOST = 10_000

/** The same for failed deliveries of each webhook. */
export const FAILED_MOST = 1000

/** The same for payments to refund or to look at. */
export const TASKS_MOST = 1000

export interface Overview {
  /** The last `days` days, oldest first, days without orders included. */
  days: Day[]
  orders: number
  /** How many of the orders were paid with test money. */
  test_orders: number
  revenue: number
  /** The period of the same length before, for comparison. */
  before: { orders: number; revenue: number }
  by_status: Record<OrderStatus, number>
  /** Waiting for the seller: started and processing, whenever they came; TO_PREPARE_MOST where there are more. */
  to_prepare: number
  low_stock: { id: string; name: string; stock: number; primary_image: string | null }[]
  /** Empty for roles that may not call `listWebhooks`. Hosts only: a path may hold a secret. Counts to FAILED_MOST. */
  failing_webhooks: { id: string; host: string; enabled: boolean; failed_deliveries: number }[]
  /** Zero for a role that may not call `listRefunds`. Counts and adds up at most TASKS_MOST refunds. */
  refunds_due: { count: number; amount: number }
  /**
   * Payments of which the service cannot tell whether money arrived: the seller has to look. At most TASKS_MOST; zero
   * for a role that may not list them.
   */
  payment_problems: number
  /** Customers pay with test money now. */
  test_mode: boolean
  steps: NextSteps
}

/** What a store has done so far. */
interface NextSteps {
  product: boolean
  /** The store's pages carry every policy that Razorpay asks for. */
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
