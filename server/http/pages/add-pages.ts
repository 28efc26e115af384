import type { FastifyInstance } from 'fastify'
import type { ApiDoor } from '../api/endpoint.ts'
import { addAssets } from './assets.ts'
import { landing } from './landing.ts'
import { addPage } from './page-route.ts'
import { productPage } from './product-page.ts'
import { storePage } from './store-page.ts'

/** Every page for customers. */
export function addPages(server: FastifyInstance, { world }: ApiDoor) {
  addAssets(server)
  addPage(server, world, 'GET', '/', async () => landing())
  addPage(server, world, 'GET', '/s/:slug', (request) => storePage(world, request))
  addPage(server, world, 'GET', '/s/:slug/p/:id', (request) => productPage(world, request))
}
