import type { FastifyInstance } from 'fastify'
import type { ApiDoor } from '../api/endpoint.ts'
import { addAssets } from './assets.ts'
import { landing } from './landing.ts'
import { addPage } from './page-route.ts'

/** Every page for customers. */
export function addPages(server: FastifyInstance, { world }: ApiDoor) {
  addAssets(server)
  addPage(server, world, 'GET', '/', async () => landing())
}
