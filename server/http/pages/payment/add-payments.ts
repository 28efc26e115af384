import type { FastifyInstance } from 'fastify'
import type { PagesDoor } from '../page-route.ts'
import { addPaymentOutcome } from './outcome.ts'
import { addRazorpayPayment } from './razorpay-payment.ts'
import { addTestPayment } from './test-payment.ts'

/** Every page between the checkout and the order. */
export function addPayments(server: FastifyInstance, door: PagesDoor) {
  const { world } = door
  addTestPayment(server, world)
  addRazorpayPayment(server, door)
  addPaymentOutcome(server, world)
}
