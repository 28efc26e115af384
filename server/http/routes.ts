import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { OPERATIONS } from '#contract/operations.ts'
import { leadsHere } from '../rules/network/network.ts'
import { changeOrderStatus } from './api/change-order-status.ts'
import { createProduct } from './api/create-product.ts'
import { deleteProduct } from './api/delete-product.ts'
import { editProduct } from './api/edit-product.ts'
import type { ApiDoor, Endpoint } from './api/endpoint.ts'
import { listEvents } from './api/list-events.ts'
import { readOrder } from './api/read-order.ts'
import { readProduct } from './api/read-product.ts'
import { serveEndpoint } from './api/serve-endpoint.ts'
import { addDashboard } from './dashboard/add-dashboard.ts'
import { addAppFiles } from './dashboard/app-files.ts'
import type { DashboardDoor } from './dashboard/endpoint.ts'
import { addDevMail } from './dev-mail.ts'
import { addDocs } from './docs/routes.ts'
import { addHealth } from './health.ts'
import { addImages } from './images/images.ts'
import { addSmallPictures } from './images/small-pictures.ts'
import type { Documented } from './openapi/document.ts'
import { addPages } from './pages/add-pages.ts'
import type { PagesDoor } from './pages/page-route.ts'
import { addPayments } from './pages/payment/add-payments.ts'
import { addRazorpayWebhook } from './razorpay-webhook.ts'

const ENDPOINTS: readonly Endpoint[] = [
  readProduct,
  createProduct,
  editProduct,
  deleteProduct,
  readOrder,
  changeOrderStatus,
  listEvents,
]

/** Where `npm run build:dashboard` puts the app. */
const APP_FOLDER = join(import.meta.dirname, '../../dist/dashboard')

type RoutesDoor = ApiDoor & DashboardDoor & PagesDoor & Pick<Documented, 'webhookRetryMs'>

/** Every route of the service. */
export function addRoutes(server: FastifyInstance, door: RoutesDoor) {
  for (const endpoint of ENDPOINTS) {
    const { method, path } = OPERATIONS[endpoint.operation]
    server.route({ method, url: path, handler: serveEndpoint(door, endpoint) })
  }
  addDashboard(server, door)
  addAppFiles(server, APP_FOLDER)
  addPages(server, door)
  addPayments(server, door)
  addRazorpayWebhook(server, door.world)
  if (!door.sendsMails && leadsHere(door.world.publicUrl)) addDevMail(server, door.world)
  addHealth(server, door.world)
  addImages(server, door.world)
  addSmallPictures(server, door.world)
  addDocs(server, { publicUrl: door.world.publicUrl, webhookRetryMs: door.webhookRetryMs })
}
