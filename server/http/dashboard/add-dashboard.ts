import type { FastifyInstance } from 'fastify'
import { DASHBOARD_API, ROUTES, type RouteName } from '#contract/dashboard.ts'
import { ACCOUNT_HANDLERS } from './accounts/account-handlers.ts'
import { AUDIT_HANDLERS } from './accounts/audit-handlers.ts'
import { TEAM_HANDLERS } from './accounts/team-handlers.ts'
import { KEY_HANDLERS } from './developer/key-handlers.ts'
import { WEBHOOK_HANDLERS } from './developer/webhook-handlers.ts'
import { type DashboardDoor, type Handler, type Handlers, serveDashboard } from './endpoint.ts'
import { ORDER_HANDLERS } from './orders/order-handlers.ts'
import { PAYMENT_PROBLEM_HANDLERS } from './payments/payment-problem-handlers.ts'
import { REFUND_HANDLERS } from './payments/refund-handlers.ts'
import { CATEGORY_HANDLERS } from './products/category-handlers.ts'
import { PRODUCT_HANDLERS } from './products/product-handlers.ts'
import { OVERVIEW_HANDLERS } from './stores/overview-handlers.ts'
import { POLICY_HANDLERS } from './stores/policy-handlers.ts'
import { STORE_HANDLERS } from './stores/store-handlers.ts'

const HANDLERS: Handlers<RouteName> = {
  ...ACCOUNT_HANDLERS,
  ...OVERVIEW_HANDLERS,
  ...PRODUCT_HANDLERS,
  ...CATEGORY_HANDLERS,
  ...ORDER_HANDLERS,
  ...REFUND_HANDLERS,
  ...PAYMENT_PROBLEM_HANDLERS,
  ...KEY_HANDLERS,
  ...WEBHOOK_HANDLERS,
  ...TEAM_HANDLERS,
  ...STORE_HANDLERS,
  ...POLICY_HANDLERS,
  ...AUDIT_HANDLERS,
}

/** Every endpoint of the table, under `/dashboard/api`. */
export function addDashboard(server: FastifyInstance, door: DashboardDoor) {
  for (const name of Object.keys(ROUTES) as RouteName[]) {
    const { method, path } = ROUTES[name]
    const handler = serveDashboard(door, name, HANDLERS[name] as Handler<RouteName>)
    // No HEAD routes: a HEAD of an export would be noted in the audit log and read all rows for nobody.
    server.route({ method, url: DASHBOARD_API + path, handler, exposeHeadRoute: false })
  }
}
