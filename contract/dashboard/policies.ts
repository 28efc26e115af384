import type { PolicyKind } from '../policies.ts'
import { answers, type Route, WAS } from './route.ts'

/** The state of one of the store's policies. */
export interface PolicyState {
  kind: PolicyKind
  /** Its page for customers; null while there is nothing to show on it. */
  page: string | null
  saved_at: string | null
  /** Razorpay requires it, and it is absent or incomplete. */
  missing: boolean
}

export interface Policy extends PolicyState {
  /** Empty where none was written. */
  text: string
}

export const POLICY_ROUTES = {
  listPolicies: {
    method: 'GET',
    path: '/stores/:store/policies',
    access: 'staff',
    answer: answers<{ policies: PolicyState[] }>(),
  },
  readPolicy: {
    method: 'GET',
    path: '/stores/:store/policies/:kind',
    access: 'staff',
    answer: answers<Policy>(),
  },
  /** An empty text removes the policy from the store's pages. */
  savePolicy: {
    method: 'PUT',
    path: '/stores/:store/policies/:kind',
    access: 'manager',
    body: { text: 'string', ...WAS },
    answer: answers<Policy>(),
  },
} as const satisfies Record<string, Route>
