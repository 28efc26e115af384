import type { FastifyInstance } from 'fastify'
import { DASHBOARD_API, ROUTES, type RouteName } from '#contract/dashboard.ts'
import { ACCOUNT_HANDLERS } from './account-handlers.ts'
import { AUDIT_HANDLERS } from './audit-handlers.ts'
import { CATEGORY_HANDLERS } from './category-handlers.ts'
import { type DashboardDoor, type Handler, type Handlers, serveDashboard } from './endpoint.ts'
import { KEY_HANDLERS } from './key-handlers.ts'
import { ORDER_HANDLERS } from './order-handlers.ts'
import { OVERVIEW_HANDLERS } from './overview-handlers.ts'
import { PAYMENT_PROBLEM_HANDLERS } from './payment-problem-handlers.ts'
import { POLICY_HANDLERS } from './policy-handlers.ts'
import { PRODUCT_HANDLERS } from './product-handlers.ts'
import { STORE_HANDLERS } from './store-handlers.ts'
import { TEAM_HANDLERS } from './team-handlers.ts'
import { WEBHOOK_HANDLERS } from './webhook-handlers.ts'

const HANDLERS: Handlers<RouteName> = {
  ...ACCOUNT_HANDLERS,
  ...OVERVIEW_HANDLERS,
  ...PRODUCT_HANDLERS,
  ...CATEGORY_HANDLERS,
  ...ORDER_HANDLERS,
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
    server.route({ method, url: DASHBOARD_API + path, handler })
  }
}
