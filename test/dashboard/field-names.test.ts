import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inSellersWords } from '../../dashboard/texts/field-names.ts'

test('a seller reads the names of the form, not those of the API', () => {
  assert.equal(
    inSellersWords('tracking_url must be a valid HTTPS URL'),
    'Tracking link must be a valid HTTPS URL',
  )
  assert.equal(inSellersWords('price must be > 0'), 'price must be > 0')
  assert.equal(inSellersWords('some_thing is odd'), 'some_thing is odd')
})
