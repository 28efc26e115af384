import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPageToken } from '../../server/actions/page-token.ts'

test('no page of an order or a payment has an address whose end a phone leaves out of a link', () => {
  for (let n = 0; n < 5000; n++) assert.match(newPageToken(), /^[\w-]{31}[a-zA-Z\d]$/)
})
