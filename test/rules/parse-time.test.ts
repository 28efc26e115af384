import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parseTime } from '../../server/rules/values/parse-time.ts'

describe('a given time', () => {
  const { TZ } = process.env
  before(() => {
    process.env.TZ = 'Asia/Kolkata'
  })
  after(() => {
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
  })

  test('is UTC if it names no zone, whatever the machine’s zone', () => {
    assert.equal(new Date(2026, 10, 14).getTimezoneOffset(), -330)
    const half = Date.UTC(2026, 10, 14, 10, 30)
    for (const text of ['2026-11-14T10:30', '2026-11-14 10:30', '2026-11-14t10:30:00.000'])
      assert.equal(parseTime(text), half, text)
    assert.equal(parseTime('2026-11-14'), Date.UTC(2026, 10, 14))
    assert.equal(parseTime('2026-11-14T10:30:00Z'), half)
    assert.equal(parseTime('2026-11-14T16:00:00+05:30'), half)
  })

  test('is refused if the date does not exist or it is no time', () => {
    for (const text of [
      '2026-02-31',
      '2026-02-31T10:30',
      'today',
      '10:30',
      '2026-11-14T',
      '',
      '2026-11-14T10:30x',
    ])
      assert.equal(parseTime(text), undefined, text)
  })
})
