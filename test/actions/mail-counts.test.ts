import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp, type TestApp } from '../../harness/app/app.ts'
import { countOneMore } from '../../server/actions/mails/mail-counts.ts'
import { DAY_MS } from '../../server/rules/values/durations.ts'
import { forgetEndedMailLinks } from '../../server/storage/accounts/mail-links.ts'

test('a mail that is retried after days of downtime is not counted twice', async () => {
  await using app = await startTestApp({ HAAT_ROLE: 'web' })
  const { now } = app.world
  const count = counting(app)
  assert.equal(await count('a mail', now()), undefined)
  assert.equal(await count('a mail', now() + 3 * DAY_MS), undefined)
  assert.equal((await count('another', now()))?.name, 'a mailbox')
})

test('mails counted by a clock that was ahead do not count once the clock is right', async () => {
  await using app = await startTestApp({ HAAT_ROLE: 'web' })
  const { now } = app.world
  const count = counting(app)
  assert.equal(await count('a mail', now() + 30 * DAY_MS), undefined)
  assert.equal(await count('another', now()), undefined)
  assert.equal((await count('a third', now()))?.name, 'a mailbox')
})

test('counts are deleted after two days, when they no longer matter', async () => {
  await using app = await startTestApp({ HAAT_ROLE: 'web' })
  const { now, db } = app.world
  const count = counting(app)
  const sent = now()
  assert.equal(await count('a mail', sent), undefined)
  await forgetEndedMailLinks(db, sent + 2 * DAY_MS - 1)
  assert.equal((await count('another', sent + DAY_MS - 1))?.name, 'a mailbox')
  assert.equal(await count('a mail', sent + 2 * DAY_MS - 1), undefined, 'a try of the same')
  await forgetEndedMailLinks(db, sent + 2 * DAY_MS + 1)
  assert.equal(await count('another', sent), undefined)
})

/** Counts with a limit of one mail a day to a mailbox. */
const counting =
  ({ world: { db } }: TestApp) =>
  (sending: string, at: number) =>
    db.transaction((tx) => countOneMore(tx, [{ name: 'a mailbox', most: 1 }], sending, at))
