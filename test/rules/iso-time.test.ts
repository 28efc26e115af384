import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isoTime } from '../../server/rules/values/iso-time.ts'

test('a time is written as JavaScript itself writes it, in every year', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (date) => {
      assert.equal(isoTime(date.getTime()), date.toISOString())
    }),
    { numRuns: 10_000 },
  )
})
