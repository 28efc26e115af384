import type { FastifyInstance } from 'fastify'
import { DASHBOARD_API, ROUTES, type RouteName } from '#contract/dashboard.ts'
import { ACCOUNT_HANDLERS } from './account-handlers.ts'
import { type DashboardDoor, type Handler, serveDashboard } from './endpoint.ts'
import { TEAM_HANDLERS } from './team-handlers.ts'

const HANDLERS = { ...ACCOUNT_HANDLERS, ...TEAM_HANDLERS }

/** Every endpoint of the table, under `/dashboard/api`. */
export function addDashboard(server: FastifyInstance, door: DashboardDoor) {
  for (const name of Object.keys(HANDLERS) as (keyof typeof HANDLERS)[]) {
    const { method, path } = ROUTES[name]
    const handler = serveDashboard(door, name, HANDLERS[name] as Handler<RouteName>)
    server.route({ method, url: DASHBOARD_API + path, handler })
  }
}
