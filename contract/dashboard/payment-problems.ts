import { answers, type Done, type Page, type Route } from './route.ts'

/** A report about a payment from which no order could be made. The first three name it. */
export interface PaymentProblem {
  gateway: string
  reference: string
  reason: string
  /** What was asked for. */
  amount: number
  product_name: string
  customer_name: string
  customer_email: string
  created_at: string
  done_at: string | null
}

export const PAYMENT_PROBLEM_ROUTES = {
  listPaymentProblems: {
    method: 'GET',
    path: '/stores/:store/payment-problems',
    access: 'owner',
    /** Those to look at, or with `state` `done` those that need no look any more; the latest first. */
    query: { state: 'string?', after: 'string?', limit: 'integer?' },
    answer: answers<Page<PaymentProblem>>(),
  },
  finishPaymentProblem: {
    method: 'POST',
    path: '/stores/:store/payment-problems/done',
    access: 'owner',
    body: { gateway: 'string', reference: 'string', reason: 'string' },
    answer: answers<Done>(),
  },
} as const satisfies Record<string, Route>
