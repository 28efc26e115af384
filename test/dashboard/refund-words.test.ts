import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '../../contract/dashboard/route.ts'
import { cancelWords, owedWords } from '../../dashboard/pages/orders/order/refund-words.ts'

const paid = { test: false, refund: 'due', order: { order_details: { amount: 450 } } } as const

test('members without access to refunds are told who returns the money instead', () => {
  assert.match(owedWords(paid, 'owner'), /^Return ₹450\.00 .* mark it under Refunds\.$/)
  assert.match(cancelWords(paid, 'owner') ?? '', /It stays under Refunds until you have\.$/)
  for (const role of ['manager', 'staff'] satisfies Role[]) {
    assert.equal(owedWords(paid, role), '₹450.00 is to be returned. Only an owner of the store can do that.')
    assert.match(cancelWords(paid, role) ?? '', /an owner of the store has to return ₹450\.00/)
    assert.match(owedWords({ ...paid, refund: null }, role), /an owner of the store/)
  }
})

test('test orders, free orders and refunded ones need no refund', () => {
  const free = { ...paid, order: { order_details: { amount: 0 } } }
  for (const view of [{ ...paid, test: true }, free]) {
    assert.equal(owedWords(view, 'owner'), 'No money was paid for it.')
    assert.equal(cancelWords(view, 'owner'), undefined)
  }
  assert.equal(owedWords({ ...paid, refund: 'done' }, 'staff'), 'The money was returned.')
})
