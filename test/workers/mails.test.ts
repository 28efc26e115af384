import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newSeller, startTestApp } from '../../harness/app/app.ts'
import { movableClock } from '../../harness/app/clock.ts'
import { onEachEngine, type Running } from '../../harness/app/on-each-engine.ts'
import { startMailServer } from '../../harness/servers/mail-server.ts'
import { newOrder, newProduct } from '../../harness/shops/orders.ts'
import { queueLetter } from '../../server/actions/mails/queue-letter.ts'
import { resendMail } from '../../server/actions/mails/resend-mail.ts'
import { makeLog } from '../../server/log.ts'
import { Smtp } from '../../server/mails/smtp.ts'
import { mailFailure } from '../../server/rules/mails/mail-failure.ts'
import { HOUR_MS } from '../../server/rules/values/durations.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { MAILS_AT_ONCE, sendDueMails } from '../../server/workers/mails.ts'
import { mailsOfSuite } from '../help/mails-of-suite.ts'

const SECOND = 1000
const ANSWER_WITHIN_MS = 1500

const LETTER = {
  to: 'seller@example.com',
  subject: 'You are invited\r\nBcc: everybody@example.com',
  kind: 'invitation',
  content: {
    heading: 'Join <Test store>',
    paragraphs: ['Asha & co invite you.'],
    button: { label: 'Accept', url: 'https://shop.example.com/invitations#secret' },
  },
}

function mailsOfAll(running: Running) {
  const { post, send, mailsOf, row, letter, anOrder } = mailsOfSuite(running)

  test('each change of an order sends one mail, and a repeated change none', async () => {
    const { seller, order } = await anOrder()
    const move = (status: string, more: object = {}) =>
      seller.call('PUT', `/api/orders/${order}/status`, { status, ...more })
    await move('processing')
    await move('processing')
    await move('dispatched', { tracking_url: 'https://courier.example.com/t/42' })
    await move('delivered')
    await send()
    await send()
    const mails = mailsOf(order)
    assert.deepEqual(mails.map(({ subject }) => subject).sort(), [
      'Being prepared: Brass lamp (#1001)',
      'Delivered: Brass lamp (#1001)',
      'On the way: Brass lamp (#1001)',
      'Order received: Brass lamp (#1001)',
    ])
    const sent = mails.find(({ subject }) => subject?.startsWith('On the way'))
    assert.match(sent?.text ?? '', /Track the parcel: https:\/\/courier\.example\.com\/t\/42/)
    assert.match(sent?.html ?? '', /href="https:\/\/courier\.example\.com\/t\/42"/)
    for (const { from, to, text, html } of mails) {
      assert.deepEqual([from?.name, from?.address], ['Test store', 'no-reply@localhost'])
      assert.equal(to?.[0]?.address, 'asha.rao@example.com')
      assert.match(text ?? '', /http:\/\/localhost:0\/o\/[\w-]{32}/)
      assert.match(html ?? '', /₹499\.50/)
      assert.match(text ?? '', /^Order number: 1001$/m)
      assert.ok(!(text ?? '').includes(order), 'nobody has to read an id')
    }
  })

  test('changes within one second are mailed in order', async () => {
    const { seller, order } = await anOrder()
    for (const status of ['processing', 'dispatched', 'delivered']) {
      running.clock.advance(1)
      await seller.call('PUT', `/api/orders/${order}/status`, { status })
    }
    const told: string[] = []
    let begun = 0
    const everFaster: Parameters<typeof sendDueMails>[1] = {
      async send({ subject }) {
        await sleep(80 - 20 * begun++)
        told.push(subject.split(':')[0]!)
      },
    }
    await sendDueMails(running.app.world, everFaster)
    assert.deepEqual(told, ['Order received', 'Being prepared', 'On the way', 'Delivered'])
  })

  test('a mail has the order’s tracking link at the time it leaves, also after a wait or when sent again', async () => {
    const { seller, order } = await anOrder()
    const move = (status: string, tracking_url?: string | null) =>
      seller.call('PUT', `/api/orders/${order}/status`, { status, tracking_url })
    const linkOf = async () => {
      await send()
      const [last] = mailsOf(order)
        .filter(({ subject }) => subject?.startsWith('On the way'))
        .slice(-1)
      return last?.text?.match(/Track the parcel: (\S+)/)?.[1]
    }
    const sendAgain = () =>
      resendMail(running.app.world, { storeId: seller.store_id, orderId: order, kind: 'dispatched' })
    await move('processing')
    await move('dispatched', 'https://courier.example.com/wrong')
    await move('dispatched', 'https://courier.example.com/waited')
    assert.equal(await linkOf(), 'https://courier.example.com/waited')
    for (const link of ['https://courier.example.com/right', null]) {
      running.clock.advance(SECOND)
      await move('dispatched', link)
      await sendAgain()
      assert.equal(await linkOf(), link ?? undefined)
    }
    const about = mailsOf(order).filter(({ subject }) => subject?.startsWith('On the way'))
    assert.equal(about.length, 3, 'a corrected link by itself sends none')
  })

  test('a mail has the sender name and the reply address of the store', async () => {
    const { seller, order } = await anOrder()
    await rowsOf(running.app.world.db, (sql) =>
      sql
        .updateTable('stores')
        .set({ contact_email: 'care@lamps.example', sender_name: 'Lamps' })
        .where('id', '=', seller.store_id),
    )
    await send()
    const [mail] = mailsOf(order)
    assert.equal(mail?.from?.name, 'Lamps')
    assert.equal(mail?.replyTo?.[0]?.address, 'care@lamps.example')
    assert.match(mail?.text ?? '', /care@lamps\.example/)
  })

  test('an invalid address gets no mail and no reply', async () => {
    const { db } = running.app.world
    const [one, other] = [await anOrder(), await anOrder()]
    await rowsOf(db, (sql) =>
      sql
        .updateTable('stores')
        .set({ contact_email: 'us, them@example.com' })
        .where('id', '=', one.seller.store_id),
    )
    await rowsOf(db, (sql) =>
      sql
        .updateTable('orders')
        .set({ customer_email: 'her@example.com, him@example.com' })
        .where('id', '=', other.order),
    )
    await send()
    assert.equal(mailsOf(one.order)[0]?.replyTo, undefined)
    assert.deepEqual(mailsOf(other.order), [])
    assert.equal((await row(other.order)).last_error, 'The address cannot be written to')
  })

  for (const mood of ['refuses', 'hangs', 'dies'] as const) {
    test(`after a server that ${mood} the mail is retried later under the same Message-ID`, async () => {
      post.server.mood = mood
      const { order } = await anOrder()
      using impatient = new Smtp(post.server.url, {
        connections: MAILS_AT_ONCE,
        answerWithinMs: ANSWER_WITHIN_MS,
      })
      await send(impatient)
      assert.deepEqual(mailsOf(order), [])
      const after = await row(order)
      assert.deepEqual([after.status, after.attempts], ['pending', 1])
      assert.equal(after.due_at, running.clock.now() + 10 * SECOND)
      assert.equal(mailFailure(after.last_error!), 'server')

      post.server.mood = 'takes'
      await send()
      assert.deepEqual(mailsOf(order), [], 'nothing is sent before the pause is over')
      running.clock.advance(10 * SECOND)
      await send()
      assert.equal(mailsOf(order).length, 1)
      assert.equal(new Set(post.server.seen.filter((id) => id.includes(order))).size, 1)
      const sent = await row(order)
      assert.deepEqual([sent.status, sent.attempts, sent.sent_at], ['sent', 2, running.clock.now()])
    })
  }

  test('an unknown recipient is recorded as such, and not named in what is stored or logged', async () => {
    post.server.mood = 'knows nobody'
    const { order } = await anOrder()
    const lines: string[] = []
    const log = makeLog('info', { write: (line: string) => void lines.push(line) })
    await sendDueMails({ ...running.app.world, log }, post.smtp)
    post.server.mood = 'takes'
    assert.match(JSON.parse(lines[0]!).err.stack, /: 550 .*<…>: no such user\n +at /)
    assert.equal(lines.join('').includes('@example.com'), false)
    const { last_error } = await row(order)
    assert.match(last_error!, /: 550 .*<…>: no such user$/)
    assert.equal(mailFailure(last_error!), 'address')
    const notRelayed = "Can't send mail - all recipients were rejected: 554 5.7.1 Relay access denied"
    assert.equal(mailFailure(notRelayed), 'server')
    running.clock.advance(10 * SECOND)
    await send()
  })

  test('the first 500 characters of a server’s answer are kept', async () => {
    const { order } = await anOrder()
    await sendDueMails(running.app.world, { send: () => Promise.reject(new Error('x'.repeat(501))) })
    assert.equal((await row(order)).last_error, 'x'.repeat(500))
    running.clock.advance(10 * SECOND)
    await send()
  })

  test('a mail that waited for days still gets a day of tries; the last failure gives it up and says why', async () => {
    const { world } = running.app
    const { seller, order } = await anOrder()
    await queueLetter(world.db, world, LETTER)
    const setAttempts = (attempts: number) =>
      Promise.all([
        rowsOf(world.db, (sql) => sql.updateTable('mails').set({ attempts }).where('order_id', '=', order)),
        rowsOf(world.db, (sql) => sql.updateTable('letters').set({ attempts })),
      ])
    const states = async () =>
      [await row(order), await letter()].map(({ status, attempts }) => [status, attempts])
    post.server.mood = 'refuses'
    running.clock.advance(48 * HOUR_MS)
    await send()
    assert.deepEqual(await states(), Array(2).fill(['pending', 1]))

    await setAttempts(31)
    running.clock.advance(HOUR_MS)
    await send()
    assert.deepEqual(await states(), Array(2).fill(['failed', 32]))
    assert.match((await row(order)).last_error ?? '', /Mailbox unavailable/)
    assert.equal((await letter()).data, '', 'its content is deleted')

    await resendMail(world, { storeId: seller.store_id, orderId: order, kind: 'started' })
    await send()
    assert.deepEqual((await states())[0], ['pending', 1])
    post.server.mood = 'takes'
    await rowsOf(world.db, (sql) => sql.deleteFrom('letters'))
  })

  test('a mail that is sent again on request has a Message-ID of its own', async () => {
    const { world } = running.app
    const { seller, order } = await anOrder()
    await send()
    for (let times = 1; times <= 2; times++) {
      running.clock.advance(SECOND)
      const again = () => resendMail(world, { storeId: seller.store_id, orderId: order, kind: 'started' })
      await again()
      await assert.rejects(again(), { message: 'There is no such mail, or it is on its way already' })
      await send()
    }
    const ids = mailsOf(order).map(({ messageId }) => messageId)
    assert.equal(ids[0], `<${order}.started@localhost>`)
    assert.equal(new Set(ids).size, 3)
  })

  test('a letter is sent once, and its content is forgotten', async () => {
    const { world } = running.app
    await queueLetter(world.db, world, LETTER)
    assert.ok(
      !(await letter()).data.includes('secret'),
      'links that open doors are not readable in the database',
    )
    await send()
    await send()
    const { id } = await letter()
    const letters = post.server.taken.filter(({ messageId }) => messageId?.includes(id))
    assert.equal(letters.length, 1)
    assert.equal(letters[0]?.subject, 'You are invited Bcc: everybody@example.com')
    assert.equal(letters[0]?.bcc, undefined)
    assert.match(letters[0]?.html ?? '', /Join &lt;Test store&gt;/)
    assert.deepEqual([(await letter()).status, (await letter()).data], ['sent', ''])
  })
}

onEachEngine(mailsOfAll, {}, { alone: true })

test('the running service sends mails, and a mail server that is down fails no status change', async () => {
  await using server = await startMailServer()
  server.mood = 'refuses'
  const clock = movableClock()
  await using app = await startTestApp({ SMTP_URL: server.url }, { now: clock.now })
  const seller = await newSeller(app)
  const order = await newOrder(app, seller, await newProduct(seller))
  const moved = await seller.call('PUT', `/api/orders/${order}/status`, { status: 'processing' })
  assert.equal(moved.status, 200)
  while (server.seen.length < 2) await sleep(20)
  server.mood = 'takes'
  while (server.taken.length < 2) {
    clock.advance(SECOND)
    await sleep(20)
  }
  assert.deepEqual(
    server.taken.map(({ messageId }) => messageId).sort(),
    ['processing', 'started'].map((kind) => `<${order}.${kind}@localhost>`),
  )
  assert.equal((await fetch(`${app.url}/dev/mail`)).status, 404)
})
