import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../harness/app/app.ts'
import { countOneMore } from '../../server/actions/mails/mail-counts.ts'
import { DAY_MS } from '../../server/rules/values/durations.ts'

test('a mail that is tried again after days in which the service was away is still the same one', async () => {
  await using app = await startTestApp({ HAAT_ROLE: 'web' })
  const { db, now } = app.world
  const count = (sending: string, at: number) =>
    db.transaction((tx) => countOneMore(tx, [{ name: 'a mailbox', most: 1 }], sending, at))
  assert.equal(await count('a mail', now()), undefined)
  assert.equal(await count('a mail', now() + 3 * DAY_MS), undefined)
  assert.equal((await count('another', now()))?.name, 'a mailbox')
})
