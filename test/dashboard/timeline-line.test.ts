import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PaymentStatus } from '../../contract/dashboard/orders.ts'
import { lineOf } from '../../dashboard/pages/orders/timeline-line.ts'

const payment = (status: PaymentStatus, gateway = 'razorpay') =>
  lineOf({ at: '2026-11-15T10:00:00Z', kind: 'payment', gateway, status, amount: 450, reference: 'r1' }).what

test('a payment is called paid only when it was', () => {
  assert.equal(payment('paid'), '₹450.00 paid through Razorpay')
  assert.equal(payment('failed'), 'Payment of ₹450.00 through Razorpay failed')
  assert.equal(payment('started'), 'Payment of ₹450.00 through Razorpay was begun, not finished')
  assert.equal(payment('refund_due'), 'A payment through Razorpay was put under Refunds')
  assert.equal(payment('paid', 'free'), 'Nothing to pay')
})
