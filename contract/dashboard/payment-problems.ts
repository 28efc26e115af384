import { answers, type Done, type Route } from './route.ts'

/** So many of them are listed at once. */
export const PROBLEMS_LISTED = 50

/** A report about a payment from which no order could be made. The first three name it. */
export interface PaymentProblem {
  gateway: string
  reference: string
  reason: string
  /** What was asked for; null where no payment of ours is known by the reference. */
  amount: number | null
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
    /** The newest of those to look at, or with `state` `done` of those that need no look any more. */
    query: { state: 'string?' },
    answer: answers<{ items: PaymentProblem[] }>(),
  },
  finishPaymentProblem: {
    method: 'POST',
    path: '/stores/:store/payment-problems/done',
    access: 'owner',
    body: { gateway: 'string', reference: 'string', reason: 'string' },
    answer: answers<Done>(),
  },
} as const satisfies Record<string, Route>
