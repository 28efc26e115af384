import { type PaymentTask, TASKS_QUERY } from './payment-tasks.ts'
import { answers, type Done, type Page, type Route } from './route.ts'

/** A payment report that could not become an order. Gateway, reference and reason together identify it. */
export type PaymentProblem = PaymentTask

export const PAYMENT_PROBLEM_ROUTES = {
  listPaymentProblems: {
    method: 'GET',
    path: '/stores/:store/payment-problems',
    access: 'owner',
    query: TASKS_QUERY,
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
