import type { Fields } from './route.ts'

export const TASK_STATES = ['due', 'done'] as const
export type TaskState = (typeof TASK_STATES)[number]

/** A payment that needs, or needed, an action by the seller. */
export interface PaymentTask {
  gateway: string
  reference: string
  reason: string
  /** The amount paid; the amount asked for where the paid one is unknown. */
  amount: number
  product_name: string
  /** Name and address are empty once the customer's details were erased. */
  customer_name: string
  customer_email: string
  created_at: string
  done_at: string | null
}

/** Lists open tasks, or finished ones where `state` is `done`; newest first. */
export const TASKS_QUERY = {
  state: 'string?',
  after: 'string?',
  limit: 'integer?',
} as const satisfies Fields
