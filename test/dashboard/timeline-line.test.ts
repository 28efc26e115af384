import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GatewayName, MailFailure, PaymentStatus } from '../../contract/dashboard/orders.ts'
import { lineOf } from '../../dashboard/pages/orders/order/timeline-line.ts'

const payment = (status: PaymentStatus, gateway: GatewayName = 'razorpay') =>
  lineOf({ at: '2026-11-15T10:00:00Z', kind: 'payment', gateway, status, amount: 450, reference: 'r1' }).what

test('a payment is called paid only if it was', () => {
  assert.equal(payment('paid'), '₹450.00 paid through Razorpay')
  assert.equal(payment('failed'), 'Payment of ₹450.00 through Razorpay failed')
  assert.equal(payment('started'), 'Payment of ₹450.00 through Razorpay was begun, not finished')
  assert.equal(payment('refund_due'), 'A payment through Razorpay was put under Refunds')
  assert.equal(payment('paid', 'free'), 'Nothing to pay')
})

test('an unsent mail says why, in plain words', () => {
  const mail = (status: 'pending' | 'failed', failure: MailFailure | null) => {
    const { what, note, bad } = lineOf({ at: '', kind: 'mail', mail: 'started', status, failure })
    return { what, note, bad }
  }
  assert.deepEqual(mail('failed', 'address'), {
    what: 'Mail “Order received” was not sent',
    note: 'The customer’s mail address was refused. Reach them another way.',
    bad: true,
  })
  assert.deepEqual(mail('pending', 'server'), {
    what: 'Mail “Order received” is waiting to be sent',
    note: 'The mail server did not take it. Whoever runs this service can find out why.',
    bad: false,
  })
  assert.equal(
    mail('failed', 'enough').note,
    'An address gets at most 20 mails a day about free and test orders, as many that are sent again, and 20 about new addresses from one store; a store sends 1,000 a day about such orders. Send this one tomorrow.',
  )
  assert.equal(
    mail('failed', 'late').note,
    'It waited for a week until mails could leave. Send it again if it is still of use.',
  )
  assert.equal(mail('pending', null).note, undefined)
})

test('a status change names its author, and a new order names nobody', () => {
  const change = (from: 'started' | null, to: 'started' | 'processing') =>
    lineOf({ at: '', kind: 'status', from, to, source: 'system', actor: 'demo', tracking_url: null })
  assert.equal(change('started', 'processing').note, 'by the system')
  assert.equal(change(null, 'started').note, undefined)
})
