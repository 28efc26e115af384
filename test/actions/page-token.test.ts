import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPageToken } from '../../server/actions/page-token.ts'

test('the token of an order’s page ends with a letter or digit, which phones keep in a link', () => {
  for (let n = 0; n < 5000; n++) assert.match(newPageToken(), /^[\w-]{31}[a-zA-Z\d]$/)
})
