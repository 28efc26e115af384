import type { FastifyInstance } from 'fastify'
import type { World } from '../../../world.ts'
import { addPaymentOutcome } from './outcome.ts'
import { addRazorpayPayment } from './razorpay-payment.ts'
import { addRazorpayWebhook } from './razorpay-webhook.ts'
import { addTestPayment } from './test-payment.ts'

/** Everything between the checkout and the order. */
export function addPayments(server: FastifyInstance, world: World) {
  addTestPayment(server, world)
  addRazorpayPayment(server, world)
  addRazorpayWebhook(server, world)
  addPaymentOutcome(server, world)
}
