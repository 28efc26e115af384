import { type PaymentTask, TASKS_QUERY } from './payment-tasks.ts'
import { answers, type Done, type Page, type Route } from './route.ts'

/** Money to be returned. */
export interface RefundTask extends PaymentTask {
  payment_id: string
  /** Null where the payment came too late and no order was made. */
  order_id: string | null
  order_number: number | null
}

export const REFUND_ROUTES = {
  listRefunds: {
    method: 'GET',
    path: '/stores/:store/refunds',
    access: 'owner',
    query: TASKS_QUERY,
    answer: answers<Page<RefundTask>>(),
  },
  finishRefund: {
    method: 'POST',
    path: '/stores/:store/refunds/:payment/done',
    access: 'owner',
    body: {},
    answer: answers<Done>(),
  },
} as const satisfies Record<string, Route>
