import assert from 'node:assert/strict'
import { test } from 'node:test'
import { texts } from '../../dashboard/texts.ts'

test('a number at which counting ends is said to be the least', () => {
  const { failingWebhook, toPrepare } = texts.overview
  assert.equal(failingWebhook('example.com', 0), 'Deliveries to example.com do not arrive')
  assert.equal(failingWebhook('example.com', 1), '1 delivery to example.com failed')
  assert.equal(failingWebhook('example.com', 999), '999 deliveries to example.com failed')
  assert.equal(failingWebhook('example.com', 1000), 'At least 1,000 deliveries to example.com failed')
  assert.equal(toPrepare(9999), '9,999 orders to prepare')
  assert.equal(toPrepare(10_000), 'At least 10,000 orders to prepare')
})
