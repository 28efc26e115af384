import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newSeller } from '../../harness/app/app.ts'
import { onEachEngine, type Running } from '../../harness/app/on-each-engine.ts'
import { newOrder, newProduct } from '../../harness/shops/orders.ts'
import { queueLetter } from '../../server/actions/mails/queue-letter.ts'
import type { Message } from '../../server/mails/letter.ts'
import { MAIL_LEASE_MS } from '../../server/rules/mails/mail-retries.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { SEND_WITHIN_MS, sendDueMails } from '../../server/workers/mails.ts'
import { mailsOfSuite } from '../help/mails-of-suite.ts'

const SECOND = 1000

const LETTER = {
  to: 'seller@example.com',
  subject: 'You are invited',
  kind: 'invitation',
  content: { heading: 'Join Test store', paragraphs: ['Asha & co invite you.'] },
}

/** Tests with several concurrent senders, and with one that dies or has to stop. */
function sendersOfMails(running: Running) {
  const { post, send, mailsOf, row, letter, anOrder } = mailsOfSuite(running)

  /** A round whose mails are all in flight until the test ends them. */
  async function heldRound(mails: number) {
    const sent: Message[] = []
    const { promise: answer, resolve, reject } = Promise.withResolvers<void>()
    const round = sendDueMails(running.app.world, {
      send(message) {
        sent.push(message)
        return answer
      },
    })
    while (sent.length < mails) await sleep(5)
    return {
      sent,
      end(error?: Error) {
        if (error) reject(error)
        else resolve()
        return round
      },
    }
  }

  test('no mail is sent while a clock set ahead may make claims look expired', async () => {
    const { order } = await anOrder()
    assert.equal(await sendDueMails({ ...running.app.world, wasSetAhead: () => true }, post.smtp), false)
    assert.deepEqual(mailsOf(order), [])
    await send()
    assert.equal(mailsOf(order).length, 1)
  })

  test('a sender that dies with a claimed mail leaves it to the next', async () => {
    const { order } = await anOrder()
    let claimed = false
    const dead = sendDueMails(running.app.world, {
      send() {
        claimed = true
        return new Promise(() => {})
      },
    })
    dead.catch(() => {})
    while (!claimed) await sleep(5)
    await send()
    assert.deepEqual(mailsOf(order), [], 'nobody else sends it while the lease lasts')
    running.clock.advance(120 * SECOND)
    await send()
    assert.equal(mailsOf(order).length, 1)
  })

  test('a stop soon ends a sending, and its mail waits for the next try', {
    timeout: SEND_WITHIN_MS / 2,
  }, async () => {
    const { order } = await anOrder()
    const stop = new AbortController()
    const slow = {
      send(_: Message, overdue: AbortSignal) {
        stop.abort()
        return new Promise<void>((_, reject) => {
          overdue.addEventListener('abort', () => reject(overdue.reason))
        })
      },
    }
    await sendDueMails(running.app.world, slow, stop.signal, { stopWithinMs: 1 })
    const { status, attempts, due_at } = await row(order)
    assert.deepEqual([status, attempts, due_at], ['pending', 1, running.clock.now() + 10 * SECOND])
    running.clock.advance(10 * SECOND)
    await send()
    assert.equal(mailsOf(order).length, 1)
  })

  for (const winner of ['late', 'next'] as const) {
    test(`a mail counts as sent when the ${winner} of two senders succeeds, whatever the other reports`, async () => {
      const { world } = running.app
      const { order } = await anOrder()
      await queueLetter(world.db, world, LETTER)
      const late = await heldRound(2)
      running.clock.advance(120 * SECOND)
      const next = await heldRound(2)
      const loser = winner === 'late' ? next : late
      await (winner === 'late' ? late : next).end()
      await loser.end(new Error('The connection is gone'))
      assert.deepEqual([(await row(order)).status, (await letter()).status], ['sent', 'sent'])
      await rowsOf(world.db, (sql) => sql.deleteFrom('letters'))
    })
  }

  test('a sender that fails after its lease does not change the claim of the next', async () => {
    const { world } = running.app
    const { order } = await anOrder()
    await queueLetter(world.db, world, LETTER)
    const late = await heldRound(2)
    running.clock.advance(MAIL_LEASE_MS)
    const next = await heldRound(2)
    await late.end(new Error('The connection is gone'))
    const lease = running.clock.now() + MAIL_LEASE_MS
    assert.deepEqual([(await row(order)).due_at, (await letter()).due_at], [lease, lease])
    await next.end()
    await rowsOf(world.db, (sql) => sql.deleteFrom('letters'))
  })

  test('a new letter does not wait for a backlog of others, nor the backlog for it', async () => {
    const { world } = running.app
    for (let n = 0; n < 4; n++) {
      await queueLetter(world.db, world, { ...LETTER, to: `notice${n}@example.com` })
      running.clock.advance(SECOND)
    }
    await queueLetter(world.db, world, LETTER)
    const { sent, end } = await heldRound(2)
    assert.deepEqual(new Set(sent.map(({ to }) => to)), new Set(['notice0@example.com', LETTER.to]))
    assert.equal(await end(), true, 'the others follow without a pause')
    while (await send());
    await rowsOf(world.db, (sql) => sql.deleteFrom('letters'))
  })

  test('no more are claimed than there are connections, some letters and some mails', async () => {
    const { world } = running.app
    for (let n = 0; n < 6; n++) {
      await anOrder()
      await queueLetter(world.db, world, LETTER)
    }
    const { sent, end } = await heldRound(5)
    assert.equal(sent.filter(({ to }) => to === LETTER.to).length, 2)
    const inLease = await Promise.all(
      (['mails', 'letters'] as const).map((table) =>
        rowsOf(world.db, (sql) =>
          sql
            .selectFrom(table)
            .select('kind')
            .where('due_at', '>', world.now())
            .where('status', '=', 'pending'),
        ),
      ),
    )
    assert.deepEqual(
      inLease.map(({ length }) => length),
      [3, 2],
    )
    await end()
    while (await send());
    await rowsOf(world.db, (sql) => sql.deleteFrom('letters'))
  })

  test('many senders at once send each mail once', async () => {
    const seller = await newSeller(running.app)
    const product = await newProduct(seller, { stock: 100 })
    const orders = await Promise.all(Array.from({ length: 12 }, () => newOrder(running.app, seller, product)))
    await Promise.all(Array.from({ length: 6 }, () => send()))
    while (await send());
    for (const order of orders) assert.equal(mailsOf(order).length, 1)
  })
}

onEachEngine(sendersOfMails, {}, { alone: true })

test('a sending is given up well before another sender may claim its mail', () => {
  assert.ok(SEND_WITHIN_MS <= MAIL_LEASE_MS - 10_000)
})
