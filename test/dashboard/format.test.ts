import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDate } from '../../server/rules/values/format-date.ts'

// West of Greenwich, a day parsed as midnight UTC would show as the day before.
const { TZ } = process.env
process.env.TZ = 'America/Los_Angeles'
const ownCopy = '../../dashboard/format.ts?west' // a fresh copy of the module, loaded under this time zone
const { date, dateTime, day, money, shortDay }: typeof import('../../dashboard/format.ts') = await import(
  ownCopy
)
if (TZ === undefined) delete process.env.TZ
else process.env.TZ = TZ

test('a time is shown in the viewer’s time zone, a date as it is', () => {
  assert.equal(dateTime('2026-11-15T02:05:00Z'), '14 Nov 2026, 6:05 pm')
  assert.equal(date('2026-11-15T02:05:00Z'), '14 Nov 2026')
  assert.equal(day('2026-11-15'), '15 Nov 2026')
  assert.equal(shortDay('2026-11-15'), '15 Nov')
})

test('all twelve months have three letters, in the dashboard and on the customers’ pages', () => {
  const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
  months.forEach((month, place) => {
    const at = Date.UTC(2026, place, 15, 12)
    assert.equal(dateTime(at).slice(0, 11), `15 ${month} 2026`)
    assert.equal(shortDay(new Date(at).toISOString().slice(0, 10)), `15 ${month}`)
    assert.equal(formatDate(at), `15 ${month} 2026, 5:30 pm`)
  })
})

test('amounts are grouped as in India', () => {
  assert.equal(money(123456), '₹1,23,456.00')
})
