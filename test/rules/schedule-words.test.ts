import assert from 'node:assert/strict'
import test from 'node:test'
import { configOf } from '../../harness/app/config-of.ts'
import { pausesInWords, spanInWords } from '../../server/rules/webhooks/schedule-words.ts'

const scheduleOf = (setting: Record<string, string>) => configOf(setting).webhookRetryMs

test('says the pauses of the usual schedule as docs/webhooks.md does', () => {
  const usual = scheduleOf({})
  assert.equal(
    pausesInWords(usual),
    '5 seconds, 5 minutes, 30 minutes, 2 hours, 5 hours, 10 hours and 10 hours',
  )
  assert.equal(spanInWords(usual), 'about 28 hours')
})

for (const [setting, pauses, span] of [
  ['1s', '1 second', 'about 1 second'],
  ['0s,250ms', '0 seconds and 250 milliseconds', 'about 250 milliseconds'],
  ['90s,60m', '90 seconds and 1 hour', 'about 62 minutes'],
  ['36h,2d', '36 hours and 2 days', 'about 4 days'],
] as const) {
  test(`says "${setting}" in words`, () => {
    const schedule = scheduleOf({ WEBHOOK_RETRY_SCHEDULE: setting })
    assert.deepEqual([pausesInWords(schedule), spanInWords(schedule)], [pauses, span])
  })
}
