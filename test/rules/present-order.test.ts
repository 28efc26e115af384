import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressLine } from '../../server/rules/orders/present-order.ts'

const place = { line1: '4 Beach Road', city: 'Chennai', state: 'Tamil Nadu', country: 'India' }

test('the address of the webhook is one line, without missing parts', () => {
  assert.equal(
    addressLine({ ...place, line2: 'Mylapore' }),
    '4 Beach Road, Mylapore, Chennai, Tamil Nadu, India',
  )
  assert.equal(addressLine(place), '4 Beach Road, Chennai, Tamil Nadu, India')
  assert.equal(addressLine({ ...place, line2: '' }), '4 Beach Road, Chennai, Tamil Nadu, India')
  assert.equal(addressLine(null), '')
})
