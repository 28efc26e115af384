import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Kind } from '../../../contract/dashboard/route.ts'
import { readFields, readQuery } from '../../../server/http/dashboard/input/read-input.ts'

const NUL = 'a\0b'
const HALF = 'a\ud800'

/** Values that do not have the kind, with the sentence of the refusal. */
const WRONG: Record<Exclude<Kind, 'field'>, [must: string, ...values: unknown[]]> = {
  string: ['must be a string', 1, null, ['a'], NUL, HALF],
  integer: ['must be an integer', '1', 1.5, 2 ** 53, Number.NaN],
  boolean: ['must be a boolean', 1, 'true', null],
  strings: ['must be an array of strings', 'a', [1], ['a', NUL]],
  rows: ['must be an array of rows', ['a'], [['a'], [1]], [[NUL]]],
}

for (const [kind, [must, ...values]] of Object.entries(WRONG) as Array<[Kind, [string, ...unknown[]]]>)
  test(`a field of the dashboard that is not of type ${kind} is refused by its name`, () => {
    for (const value of values)
      assert.throws(() => readFields({ it: kind }, { it: value }), {
        context: { fields: { it: `it ${must}` } },
      })
  })

test('a missing required field is refused, and unknown fields are dropped', () => {
  assert.throws(() => readFields({ name: 'string' }, {}), { message: 'name is required' })
  assert.deepEqual(readFields({ name: 'string?' }, { other: 1 }), {})
})

test('query parameters are text: integers are parsed, and empty ones dropped', () => {
  const fields = { after: 'string?', limit: 'integer?' } as const
  assert.deepEqual(readQuery(fields, { after: '5', limit: '-5' }), { after: '5', limit: -5 })
  assert.deepEqual(readQuery(fields, { after: '', limit: '' }), {})
  assert.throws(() => readQuery(fields, { limit: '1e3' }), { message: 'limit must be an integer' })
})
