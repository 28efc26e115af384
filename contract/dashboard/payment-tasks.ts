import type { Fields } from './route.ts'

export const TASK_STATES = ['due', 'done'] as const
export type TaskState = (typeof TASK_STATES)[number]

/** A payment with which the seller has something to do, or had. */
export interface PaymentTask {
  gateway: string
  reference: string
  reason: string
  /** What was paid, or where that is not known what was asked for. */
  amount: number
  product_name: string
  /** Empty where the customer has been forgotten, as is the address. */
  customer_name: string
  customer_email: string
  created_at: string
  done_at: string | null
}

/** Those to be done, or with `state` `done` those that were; the latest first. */
export const TASKS_QUERY = {
  state: 'string?',
  after: 'string?',
  limit: 'integer?',
} as const satisfies Fields
