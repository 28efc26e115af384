import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  canStillBeHad,
  fewestPieces,
  holdProblem,
  isHeldFor,
  PICTURES_KEPT_MS,
} from '../../server/rules/checkout/checkout.ts'
import { MOST_TYPED, offeredChoices } from '../../server/rules/checkout/offer.ts'
import { gonePictures, imagesOf, PICTURE_GONE } from '../../server/rules/checkout/purchase-images.ts'
import { ASKED_FOR_MS } from '../../server/rules/payments/ask-again.ts'

test('the fewest pieces reach the least payment, delivery counted once', () => {
  const fewest = (current_price_paise: number, shipping_paise: number) =>
    fewestPieces({ current_price_paise, shipping_paise }, 100)
  assert.deepEqual(
    [fewest(100, 0), fewest(60, 40), fewest(99, 0), fewest(40, 0), fewest(40, 30), fewest(20, 20)],
    [1, 1, 2, 3, 2, 4],
  )
  assert.deepEqual([fewest(0, 0), fewest(0, 100), fewest(0, 99)], [1, 1, undefined])
})

test('half of the stock can be held at once, and always ten pieces', () => {
  const most = (stock: number) => {
    let wanted = 1
    while (!holdProblem(wanted, 0, stock)) wanted++
    return wanted - 1
  }
  assert.deepEqual([0, 10, 20, 21, 22, 41].map(most), [10, 10, 10, 10, 11, 20])
  assert.equal(holdProblem(60_000, 0, 100_001), 'At most 50,000 can be ordered at once')
  assert.equal(holdProblem(4, 6, 10), undefined)
  assert.equal(
    holdProblem(5, 6, 10),
    'You, or somebody on your network, has not paid for 6 of these yet. Pay for those first, or come back in 15 minutes.',
  )
})

test('the pictures of an answer are kept longer than its payment is queried', () => {
  assert.ok(PICTURES_KEPT_MS > 2 * ASKED_FOR_MS)
})

test('a hold lasts until it expires, also through a resubmission with as many pieces', () => {
  const gone = { status: 'replaced', expires_at: 10, quantity: 2 }
  const open = { status: 'open', expires_at: 10, quantity: 2 }
  assert.deepEqual([isHeldFor(open, undefined, 9), isHeldFor(open, undefined, 10)], [true, false])
  assert.deepEqual([isHeldFor(gone, open, 9), isHeldFor(gone, open, 10)], [true, false])
  assert.deepEqual(
    [isHeldFor(gone, undefined, 9), isHeldFor(gone, { ...open, quantity: 1 }, 9)],
    [false, false],
  )
})

test('held pieces stay available whatever others hold; free ones only if enough are left', () => {
  const had = (isHeld: boolean, byOthers: number) => canStillBeHad(3, { stock: 5, byOthers, isHeld })
  assert.deepEqual([had(true, 5), had(false, 2), had(false, 3)], [true, true, false])
})

test('a choice is offered once, if it is visible and no longer than a form accepts', () => {
  const [longest, longer] = ['x'.repeat(MOST_TYPED), 'x'.repeat(MOST_TYPED + 1)]
  assert.deepEqual(offeredChoices(JSON.stringify([longest, longer, ' ', 'M', 'M'])), [longest, 'M'])
})

test('only an image answer counts as a picture, not a text that looks like a path', () => {
  const path = '/images/a.webp'
  const answers = [
    { question: 'Words?', type: 'text', answer: path },
    { question: 'Picture?', type: 'image', answer: path },
  ] as const
  const kept = { product_image: '/images/p.webp', answers: JSON.stringify(answers) }
  assert.deepEqual(imagesOf(kept), ['/images/p.webp', path])
  assert.deepEqual([...gonePictures(answers, new Set([path]))], [['answers[1]', PICTURE_GONE]])
})
