import type { FastifyInstance } from 'fastify'
import { POLICY_KINDS } from '#contract/policies.ts'
import { policyPath } from '../../rules/stores/customer-paths.ts'
import { addAssets } from './assets.ts'
import { showCheckout, takeCheckout } from './checkout/checkout-handlers.ts'
import { landing } from './landing.ts'
import { orderPage, takeReview } from './order/order-page.ts'
import { addPage, addSecretPage, type PagesDoor } from './page-route.ts'
import { policyPage } from './policy-page.ts'
import { productPage } from './product-page.ts'
import { storePage } from './store-page.ts'

/** Every page for customers. */
export function addPages(server: FastifyInstance, door: PagesDoor) {
  const { world } = door
  addAssets(server)
  addPage(server, world, 'GET', '/', async () => landing())
  addPage(server, world, 'GET', '/s/:slug', (request) => storePage(world, request))
  addPage(server, world, 'GET', '/s/:slug/p/:id', (request) => productPage(world, request))
  for (const kind of POLICY_KINDS) {
    addPage(server, world, 'GET', policyPath(':slug', kind), (request) => policyPage(world, request, kind))
  }
  const checkout = '/s/:slug/p/:id/checkout'
  addPage(server, world, 'GET', checkout, (request, reply) => showCheckout(world, request, reply))
  addPage(server, world, 'POST', checkout, (request, reply) => takeCheckout(door, request, reply))
  addSecretPage(server, world, 'GET', '/o/:token', (request) => orderPage(world, request))
  addSecretPage(server, world, 'POST', '/o/:token', (request) => takeReview(door, request))
}
