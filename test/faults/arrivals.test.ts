import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notAsOwed, repeatWords } from '../../faults/crowd/arrivals.ts'

test('missing and unexpected deliveries are reported, and repeats are counted', () => {
  const came = { deliveries: ['evt_1', 'evt_1', 'evt_2'], mails: ['<3>'] }
  assert.deepEqual(notAsOwed(came, { deliveries: ['evt_1', 'evt_2'], mails: ['<3>'] }), [])
  assert.deepEqual(notAsOwed(came, { deliveries: ['evt_1', 'evt_4'], mails: ['<3>', '<5>'] }), [
    'The delivery evt_4 never came',
    'The delivery evt_2 was not owed',
    'The mail <5> never came',
  ])
  assert.equal(repeatWords(came), '1 deliveries and 0 mails came again under the same id')
})
