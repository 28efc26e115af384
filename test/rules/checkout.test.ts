import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fewestPieces, holdProblem, PICTURES_KEPT_MS } from '../../server/rules/checkout/checkout.ts'
import { ASKED_FOR_MS } from '../../server/rules/payments/ask-again.ts'

test('so few pieces cost as much as a payment must, delivery counted once', () => {
  const fewest = (current_price_paise: number, shipping_paise: number) =>
    fewestPieces({ current_price_paise, shipping_paise }, 100)
  assert.deepEqual(
    [fewest(100, 0), fewest(60, 40), fewest(99, 0), fewest(40, 0), fewest(40, 30), fewest(40, 20)],
    [1, 1, 2, 3, 2, 2],
  )
  assert.deepEqual([fewest(0, 0), fewest(0, 100), fewest(0, 99)], [1, 1, undefined])
})

test('half of the stock can be held at once, and ten pieces of any', () => {
  const most = (stock: number) => {
    let wanted = 1
    while (!holdProblem(wanted, 0, stock)) wanted++
    return wanted - 1
  }
  assert.deepEqual([0, 10, 20, 21, 22, 41].map(most), [10, 10, 10, 10, 11, 20])
  assert.equal(holdProblem(4, 6, 10), undefined)
  assert.match(holdProblem(5, 6, 10) ?? '', /has not paid for 6 of these yet/)
})

test('the pictures of an answer outlive every question about its payment', () => {
  assert.ok(PICTURES_KEPT_MS > 2 * ASKED_FOR_MS)
})
