import assert from 'node:assert/strict'
import { test } from 'node:test'
import { API_ERRORS } from '#contract/errors.ts'
import { inSellersWords } from '../../dashboard/texts/field-names.ts'
import { NEW_PRODUCT_SENTENCES } from '../../server/rules/products/product-fields.ts'
import { PRIVATE_ADDRESS } from '../../server/rules/webhooks/webhook-url.ts'

test('a seller reads the names of the form, not those of the API', () => {
  assert.equal(
    inSellersWords('tracking_url must be a valid HTTPS URL'),
    'Tracking link must be a valid HTTPS URL',
  )
  assert.equal(
    inSellersWords('custom_questions[1].question must be between 1 and 200 characters'),
    'Question 2 must be between 1 and 200 characters',
  )
  assert.equal(
    inSellersWords('colors[0] must be between 0 and 500 characters'),
    'Colours (1) must be between 0 and 500 characters',
  )
  assert.equal(inSellersWords('shipping_default is too large'), 'Shipping for new products is too large')
  assert.equal(inSellersWords('some_thing is odd'), 'some_thing is odd')
})

test('a seller reads plain words, not those of programs', () => {
  const told: [string, string][] = [
    ['price must be > 0', 'Price (MRP) must be more than 0'],
    ['current_price must be >= 0', 'Selling price must be 0 or more'],
    ['stock must be an integer', 'Stock must be a whole number, such as 12'],
    ['Primary image base64 size must be <= 5MB', 'Main picture must be at most 5 MB'],
    ["custom_questions[0].type must be 'text' or 'image'", 'Question 1 must have the type text or image'],
    ['All categories must be in store categories: Pots', 'Some categories are not in your store: Pots'],
    ['Maximum 5 custom questions allowed', 'There can be at most 5 questions'],
    [PRIVATE_ADDRESS, 'The internet does not reach this address. Use one that it reaches.'],
  ]
  for (const [sentence, words] of told) assert.equal(inSellersWords(sentence), words)
})

test('a seller whose change came too late reads the order’s current status', () => {
  const { impossible_step, order_already_final } = API_ERRORS
  const step = { from: 'dispatched', to: 'processing', allowed: 'delivered, cancelled' }
  assert.equal(
    inSellersWords(sentenceOf(impossible_step.message, step)),
    'This order is “On the way” by now and cannot become “Being prepared”.',
  )
  assert.equal(
    inSellersWords(sentenceOf(order_already_final.message, { status: 'cancelled' })),
    'This order is “Cancelled” by now and stays so.',
  )
})

const sentenceOf = (message: string, values: Record<string, string>) =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!)

test('no error about a product reaches a seller in technical terms', () => {
  const ofPrograms = /\b(integer|boolean|array|string|object|base64|decimal|fields|URL)\b|[<>=[\]_]|^[a-z]/
  const { product_not_found, no_fields_to_update, unknown_categories } = API_ERRORS
  const others = [product_not_found, no_fields_to_update, unknown_categories].map(({ message }) => message)
  for (const sentence of [...NEW_PRODUCT_SENTENCES, ...others]) {
    assert.doesNotMatch(inSellersWords(sentence), ofPrograms)
  }
})
