import type { PolicyKind } from '../policies.ts'
import { answers, type Route, WAS } from './route.ts'

/** Where one of the store's policies stands. */
export interface PolicyState {
  kind: PolicyKind
  /** Where customers read it; null while there is nothing to read. */
  page: string | null
  saved_at: string | null
  /** Razorpay would look for it and not find it, or not find all that it wants to see there. */
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
  /** An empty text takes the policy away from the store's pages. */
  savePolicy: {
    method: 'PUT',
    path: '/stores/:store/policies/:kind',
    access: 'manager',
    body: { text: 'string', ...WAS },
    answer: answers<Policy>(),
  },
} as const satisfies Record<string, Route>
