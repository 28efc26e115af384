import { answers, type Done, type Page, type Route } from './route.ts'

export const REFUND_STATES = ['due', 'done'] as const
export type RefundState = (typeof REFUND_STATES)[number]

export interface RefundTask {
  payment_id: string
  /** Null where the payment came too late for an order. */
  order_id: string | null
  gateway: string
  reference: string
  amount: number
  reason: string
  customer_name: string
  customer_email: string
  product_name: string
  created_at: string
  done_at: string | null
}

export const REFUND_ROUTES = {
  listRefunds: {
    method: 'GET',
    path: '/stores/:store/refunds',
    access: 'owner',
    /** Those to be made, or with `state` `done` those that were; newest first. */
    query: { state: 'string?', after: 'string?', limit: 'integer?' },
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
