import type { FastifyInstance } from 'fastify'
import type { World } from '../../../world.ts'
import { addPaymentOutcome } from './outcome.ts'
import { addTestPayment } from './test-payment.ts'

/** Everything between the checkout and the order. */
export function addPayments(server: FastifyInstance, world: World) {
  addTestPayment(server, world)
  addPaymentOutcome(server, world)
}
