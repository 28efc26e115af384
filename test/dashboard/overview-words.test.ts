import assert from 'node:assert/strict'
import { test } from 'node:test'
import { texts } from '../../dashboard/texts.ts'

test('a count that reached its limit is shown as “At least”', () => {
  const { failingWebhook, toPrepare, refunds, problems } = texts.overview
  assert.equal(failingWebhook('example.com', 0), 'Deliveries to example.com do not arrive')
  assert.equal(failingWebhook('example.com', 1), '1 delivery to example.com failed')
  assert.equal(failingWebhook('example.com', 999), '999 deliveries to example.com failed')
  assert.equal(failingWebhook('example.com', 1000), 'At least 1,000 deliveries to example.com failed')
  assert.equal(toPrepare(9999), '9,999 orders to prepare')
  assert.equal(toPrepare(10_000), 'At least 10,000 orders to prepare')
  assert.equal(refunds(999, '₹999'), '999 payments to refund, ₹999')
  assert.equal(refunds(1000, '₹1,000'), 'At least 1,000 payments to refund, ₹1,000')
  assert.equal(problems(1000), 'At least 1,000 payments to look at')
  const { dangerRefunds, dangerProblems, dangerWhat } = texts.store.settings
  assert.match(dangerRefunds(1000), /^At least 1,000 payments wait for a refund/)
  assert.match(dangerProblems(1000), /^At least 1,000 payments wait for a look/)
  assert.match(
    dangerWhat(10_000, 10_000, 1),
    /^At least 10,000 products, at least 10,000 orders, the API key/,
  )
  assert.match(texts.products.removeBlocked(10_000), /^At least 10,000 orders of it are still under way/)
})
