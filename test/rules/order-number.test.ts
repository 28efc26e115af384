import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberText } from '../../contract/order-number.ts'
import { askedNumber, orderNumber, sequenceOf } from '../../server/rules/orders/order-number.ts'
import { shortName } from '../../server/rules/orders/short-name.ts'

test('the first order of a store is number 1001, written with a # where it stands alone', () => {
  assert.deepEqual([orderNumber(1), orderNumber(12), orderNumber(99_001)], [1001, 1012, 100_001])
  assert.equal(sequenceOf(orderNumber(7)), 7)
  assert.equal(numberText(1012), '#1012')
  assert.equal(shortName({ number: 1012, product_name: 'Brass lamp' }), '#1012 · Brass lamp')
})

test('a search for digits may mean an order number, and with a # it does', () => {
  for (const text of ['1012', ' 1012 ', '१०१२', 'order 1012']) {
    assert.deepEqual(askedNumber(text), { number: 1012, isSurely: false }, text)
  }
  for (const text of ['#1012', ' #1012', '# 1012', '#१०१२', 'Order #1012']) {
    assert.deepEqual(askedNumber(text), { number: 1012, isSurely: true }, text)
  }
  assert.deepEqual(askedNumber('#10'), { number: 10, isSurely: true })
  for (const text of ['', '#', '101', '##1012', '10 12', '1012a', 'order', 'meera', '1'.repeat(13)]) {
    assert.equal(askedNumber(text), undefined, text)
  }
})
