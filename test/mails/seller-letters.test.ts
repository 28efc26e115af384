import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webhookOffLetter } from '../../server/mails/seller-letters.ts'

test('the letter about a webhook links to its own store, not the one opened last', () => {
  const store = { id: 'the-id', name: 'Lamp house', publicUrl: 'https://haat.example' }
  const webhook = {
    url: 'https://lamps.example/hook',
    reason: 'It failed for 5 days',
    lastResult: 'Status 500',
  }
  const { content } = webhookOffLetter(store, webhook)
  assert.equal(content.button?.url, 'https://haat.example/dashboard/s/the-id/developer')
})
