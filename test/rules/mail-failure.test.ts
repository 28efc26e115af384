import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isIntended, mailFailure } from '../../server/rules/mails/mail-failure.ts'

const KEPT = [
  ['The daily limit of such mails to this mailbox is reached', 'enough', true],
  ['The daily limit of mails about unpaid orders is reached', 'enough', false],
  ['It is too late for this mail to be of use', 'late', false],
  ['The store that it is about has been deleted', 'server', true],
  ["The customer's details were erased", 'erased', true],
  ['Its invitation is no longer valid', 'server', true],
  ['The mailbox has had enough such mails for a day', 'enough', true],
  ['Enough mails about orders that nobody paid for have left for a day', 'enough', false],
  ['It is too late for it to be of use', 'late', false],
  ['The invitation in it stands no more', 'server', true],
] as const

test('a reason that was kept with a mail is understood, also in its earlier words', () => {
  for (const [words, failure, meant] of KEPT)
    assert.deepEqual([words, mailFailure(words), isIntended(words)], [words, failure, meant])
})
