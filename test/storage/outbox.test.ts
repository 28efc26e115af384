import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSeller } from '../../harness/app/app.ts'
import { onEachEngine, WITHOUT_WORKERS } from '../../harness/app/on-each-engine.ts'
import { newOrder, newProduct } from '../../harness/shops/orders.ts'
import { DAY_MS } from '../../server/rules/values/durations.ts'
import {
  claimLetters,
  findLetter,
  giveUpEndedLetters,
  insertLetter,
  markLetterSetback,
} from '../../server/storage/mails/letters.ts'
import { claimMails, markMailSetback } from '../../server/storage/mails/mails.ts'
import { listFailures } from '../../server/storage/mails/outbox.ts'
import { rowsOf } from '../../server/storage/statement.ts'

const LEASE_MS = 60_000
const FAILED = { status: 'pending', last_error: 'Mailbox full' } as const

onEachEngine(
  (running) => {
    type Letter = { due_at: number; status?: 'pending' | 'sent' | 'failed'; expires_at?: number }

    async function putLetters(letters: Record<string, Letter>) {
      const { db } = running.app.world
      await rowsOf(db, (sql) => sql.deleteFrom('letters'))
      for (const [id, letter] of Object.entries(letters))
        await insertLetter(db, {
          ...{ id, recipient: 'seller@example.com', kind: 'notice', subject: '', data: '' },
          ...{ attempts: 0, created_at: 0, about_store: null, invitation_id: null },
          ...{ status: 'pending', expires_at: null, ...letter },
        })
    }

    test('a claim takes due letters, except those over a week late or with an expired link', async () => {
      const { db, now } = running.app.world
      const at = now()
      await putLetters({
        due: { due_at: at, expires_at: at + 1 },
        old: { due_at: at - 7 * DAY_MS },
        sent: { due_at: at, status: 'sent' },
        failed: { due_at: at, status: 'failed' },
        later: { due_at: at + 1 },
        late: { due_at: at - 7 * DAY_MS - 1 },
        ended: { due_at: at, expires_at: at },
      })
      const claim = async () => (await claimLetters(db, at, at + LEASE_MS)).map(({ id }) => id)
      assert.deepEqual(await claim(), ['old', 'due'])
      assert.deepEqual(await claim(), [])
    })

    test('waiting letters that nobody has claimed are given up once their link has expired', async () => {
      const { db, now } = running.app.world
      const at = now()
      await putLetters({
        ended: { due_at: at, expires_at: at },
        sent: { due_at: at, expires_at: at, status: 'sent' },
        'being sent': { due_at: at + 1, expires_at: at },
        'leads somewhere': { due_at: at, expires_at: at + 1 },
      })
      assert.equal(await giveUpEndedLetters(db, at, 'It ended'), 1)
      const reasonOf = async (id: string) => (await findLetter(db, id))!.last_error
      assert.deepEqual(await Promise.all(['ended', 'sent', 'being sent', 'leads somewhere'].map(reasonOf)), [
        'It ended',
        null,
        null,
        null,
      ])
    })

    test('the failures since a time include no letter that is to be retried', async () => {
      const { db, now } = running.app.world
      const at = now()
      await putLetters({
        failed: { due_at: at, status: 'failed' },
        before: { due_at: at - 1, status: 'failed' },
        waiting: { due_at: at },
        sent: { due_at: at, status: 'sent' },
      })
      await rowsOf(db, (sql) =>
        sql.updateTable('letters').set((column) => ({ last_error: column.ref('id') })),
      )
      assert.deepEqual(await listFailures(db, at), ['failed'])
    })

    test('only the mail or letter that fails is put back, of all claimed with it', async () => {
      const { app, clock } = running
      const { db, now } = app.world
      const seller = await newSeller(app)
      const product = await newProduct(seller)
      const orders = [await newOrder(app, seller, product), await newOrder(app, seller, product)]
      for (const order of orders)
        await seller.call('PUT', `/api/orders/${order}/status`, { status: 'processing' })
      await putLetters({ one: { due_at: now() }, other: { due_at: now() } })
      clock.advance(1)
      const lease = now() + LEASE_MS
      const mails = await claimMails(db, now(), lease, 9)
      const [mail] = mails
      await markMailSetback(db, { ...mail!, ...FAILED, due_at: now() + 1, lease })
      clock.advance(1)
      const again = await claimMails(db, now(), lease, 9)
      assert.deepEqual(
        [mails.length, again.map(({ order_id, kind }) => ({ order_id, kind }))],
        [4, [{ order_id: mail!.order_id, kind: mail!.kind }]],
      )
      assert.equal((await claimLetters(db, now(), lease)).length, 2)
      await markLetterSetback(db, { ...FAILED, id: 'one', data: '', due_at: now(), lease })
      assert.deepEqual(
        (await claimLetters(db, now(), lease)).map(({ id }) => id),
        ['one'],
      )
    })
  },
  WITHOUT_WORKERS,
  { alone: true },
)
