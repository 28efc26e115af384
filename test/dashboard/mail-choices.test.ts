import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateTime } from '../../dashboard/format.ts'
import { firstChoice, mailChoices } from '../../dashboard/pages/orders/order/mail-choices.ts'

const AT = '2026-11-16T10:00:00.000Z'
const left = (mail: string) => ({ mail, at: AT, waits: false })
const waiting = (mail: string) => ({ mail, at: AT, waits: true })

test('each mail to send again has its own label, also two address changes at the same time', () => {
  assert.deepEqual(mailChoices([left('started'), left('address-2'), waiting('address-3')]), [
    { value: 'started', label: 'Order received', disabled: false },
    { value: 'address-2', label: `New address 1 of 2, ${dateTime(AT)}`, disabled: false },
    { value: 'address-3', label: `New address 2 of 2, ${dateTime(AT)} (waiting)`, disabled: true },
  ])
  const [only] = mailChoices([left('address-2')])
  assert.equal(only?.label, 'New address')
})

test('the newest mail that can be sent is preselected', () => {
  assert.equal(firstChoice([left('started'), left('processing'), waiting('address-3')]), 'processing')
  assert.equal(firstChoice([waiting('started'), waiting('processing')]), 'processing')
  assert.equal(firstChoice([]), '')
})
