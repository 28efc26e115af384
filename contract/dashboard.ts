import { ACCOUNT_ROUTES } from './dashboard/accounts.ts'
import { AUDIT_ROUTES } from './dashboard/audit.ts'
import { CATEGORY_ROUTES } from './dashboard/categories.ts'
import { KEY_ROUTES } from './dashboard/keys.ts'
import { ORDER_ROUTES } from './dashboard/orders.ts'
import { OVERVIEW_ROUTES } from './dashboard/overview.ts'
import { PAYMENT_PROBLEM_ROUTES } from './dashboard/payment-problems.ts'
import { POLICY_ROUTES } from './dashboard/policies.ts'
import { PRODUCT_ROUTES } from './dashboard/products.ts'
import { REFUND_ROUTES } from './dashboard/refunds.ts'
import { STORE_ROUTES } from './dashboard/store.ts'
import { TEAM_ROUTES } from './dashboard/team.ts'
import { WEBHOOK_ROUTES } from './dashboard/webhooks.ts'

export const DASHBOARD_API = '/dashboard/api'

/** Every JSON endpoint of the dashboard. The server serves it, the app calls it, one test walks it for every role. */
export const ROUTES = {
  ...ACCOUNT_ROUTES,
  ...OVERVIEW_ROUTES,
  ...PRODUCT_ROUTES,
  ...CATEGORY_ROUTES,
  ...ORDER_ROUTES,
  ...REFUND_ROUTES,
  ...PAYMENT_PROBLEM_ROUTES,
  ...KEY_ROUTES,
  ...WEBHOOK_ROUTES,
  ...TEAM_ROUTES,
  ...STORE_ROUTES,
  ...POLICY_ROUTES,
  ...AUDIT_ROUTES,
} as const

export type RouteName = keyof typeof ROUTES
