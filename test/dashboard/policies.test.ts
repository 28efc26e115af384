import assert from 'node:assert/strict'
import { test } from 'node:test'
import { policyTexts } from '../../dashboard/texts/policies.ts'

test('the suggested privacy policy says what sellers can erase and what remains of an order', () => {
  const known = {
    store: 'Lamps',
    business: 'Lamps & Co',
    address: 'Jaipur',
    email: 'a@example.com',
    phone: '98',
  }
  const text = policyTexts.suggestions.privacy(known)
  assert.match(
    text,
    /to correct or erase something, write to a@example\.com or call 98\. Until we have sent your order/,
  )
  assert.match(text, /we can erase from it your name, .* What you bought, .* stay in our books\./)
})
