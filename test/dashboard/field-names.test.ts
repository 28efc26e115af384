import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inSellersWords } from '../../dashboard/texts/field-names.ts'

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
  assert.equal(inSellersWords('price must be > 0'), 'price must be > 0')
  assert.equal(inSellersWords('some_thing is odd'), 'some_thing is odd')
})
