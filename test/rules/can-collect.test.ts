import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canCollect } from '../../server/rules/payments/can-collect.ts'

test('a payment is collected only by the gateway and the account with which it began', () => {
  const gateways = [
    { name: 'test', account: null },
    { name: 'razorpay', account: 'rzp_live_a' },
    { name: 'razorpay', account: 'rzp_live_b' },
  ]
  const begun = [
    ...gateways.map(({ name, account }) => ({ gateway: name, account })),
    { gateway: 'razorpay', account: null },
  ]
  assert.deepEqual(
    begun.map((payment) => gateways.map((gateway) => canCollect(gateway, payment))),
    [
      [true, false, false],
      [false, true, false],
      [false, false, true],
      [false, false, false],
    ],
  )
})
