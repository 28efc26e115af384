import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { onEachEngine, WITHOUT_WORKERS } from '../../harness/app/on-each-engine.ts'
import { mailServerOfSuite } from '../../harness/servers/mail-server.ts'
import { join, newPerson } from '../../harness/shops/dashboard.ts'
import { newOrder } from '../../harness/shops/orders.ts'
import { aCustomer } from '../../harness/shops/shop.ts'
import { askReset } from '../../server/accounts/change-password.ts'
import { invite, withdrawInvitation } from '../../server/accounts/team.ts'
import { resendMail } from '../../server/actions/mails/resend-mail.ts'
import { withholdMail } from '../../server/actions/mails/withhold.ts'
import { changeDelivery } from '../../server/actions/orders/change-delivery.ts'
import { startCheckout } from '../../server/actions/orders/start-checkout.ts'
import { openPayment } from '../../server/actions/payments/open-payment.ts'
import { deleteStore } from '../../server/actions/stores/delete-store.ts'
import { mailFailure } from '../../server/rules/mails/mail-failure.ts'
import { DAY_MS, HOUR_MS } from '../../server/rules/values/durations.ts'
import type { CheckoutRow } from '../../server/storage/schema.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { findStore } from '../../server/storage/stores/stores.ts'
import { startCleaner } from '../../server/workers/cleaner.ts'
import { sendDueMails } from '../../server/workers/mails.ts'
import { settling } from '../help/payments/settling.ts'

const SECOND = 1000
const MOST = 20

onEachEngine((running) => {
  const { open, settle, payFor, world } = settling(running)
  const post = mailServerOfSuite()

  type Shop = Awaited<ReturnType<typeof open>>

  /** Sends all due mails from this many instances at once. */
  const sendAll = async (instances = 3) => {
    const more = await Promise.all(Array.from({ length: instances }, () => sendDueMails(world(), post.smtp)))
    if (more.includes(true)) await sendAll(instances)
  }
  /**
   * All wait for the lock of one mailbox. On a slow machine that may time out; the mail is then retried later, and only
   * then is its outcome known.
   */
  const sendAndSettle = async (orderIds: string[]) => {
    const waiting = () =>
      rowsOf(world().db, (sql) =>
        sql
          .selectFrom('mails')
          .select('last_error')
          .where('order_id', 'in', orderIds)
          .where('status', '=', 'pending'),
      )
    await sendAll()
    while ((await waiting()).length > 0) {
      running.clock.advance(HOUR_MS / 60)
      await sendAll()
    }
  }
  const mailsTo = (address: string) =>
    post.server.taken.filter(({ to }) =>
      to?.some((one) => one.address?.toLowerCase() === address.toLowerCase()),
    )

  async function order({ storeId, productId }: Shop, email: string, pay: (checkout: CheckoutRow) => unknown) {
    const input = aCustomer({ email })
    const started = await startCheckout(world(), { storeId, productId, input, network: 'a network' })
    assert.ok('checkout' in started)
    const { checkout } = started
    await pay(checkout)
    const [payment] = await rowsOf(world().db, (sql) =>
      sql.selectFrom('payments').selectAll().where('checkout_id', '=', checkout.id),
    )
    const settled = await settle(payment!)
    assert.ok(settled.kind === 'ordered')
    return settled.orderId
  }
  const buy = (shop: Shop, email: string) => order(shop, email, payFor)
  /** Places an order that is free or paid with test money. */
  const buyForNothing = (shop: Shop, email: string) =>
    order(shop, email, (checkout) => openPayment(world(), checkout))

  const failures = async (orderIds: string[]) => {
    const rows = await rowsOf(world().db, (sql) =>
      sql.selectFrom('mails').selectAll().where('order_id', 'in', orderIds).where('status', '=', 'failed'),
    )
    return rows.map(({ last_error }) => mailFailure(last_error!))
  }

  /** Letters that were not sent come first. */
  const lettersAbout = async (kind: string, storeId: string | null = null) => {
    const rows = await rowsOf(world().db, (sql) =>
      sql
        .selectFrom('letters')
        .selectAll()
        .where('kind', '=', kind)
        .where('about_store', 'is not distinct from', storeId)
        .orderBy('status'),
    )
    return rows.map(({ status, last_error, data }) => ({ status, last_error, isForgotten: data === '' }))
  }

  async function cleanOnce() {
    await using _ = startCleaner(world(), { limitsInDatabase: running.engine === 'postgres' })
    await nextTurn()
  }

  test('a mailbox gets 20 mails a day about orders that nobody paid for, however its address is written', async () => {
    const free = await open({ current_price: 0, stock: 100 })
    const trial = await open({ stock: 100 })
    const spellings = ['victim@example.com', 'Vic.tim@Example.com', 'victim+1@example.com']
    const orders = [await buyForNothing(trial, spellings[0]!)]
    post.server.mood = 'refuses'
    for (let tries = 0; tries < 3; tries++) {
      await sendAll()
      running.clock.advance(HOUR_MS)
    }
    post.server.mood = 'takes'
    for (let n = 1; n < MOST + 3; n++) {
      orders.push(await buyForNothing(n % 2 ? free : trial, spellings[n % spellings.length]!))
    }
    await sendAndSettle(orders)
    const taken = () => spellings.flatMap(mailsTo).length
    assert.equal(taken(), MOST, 'and a retry is not another mail')
    assert.deepEqual(await failures(orders), Array(3).fill('enough'))

    const cancelled = { status: 'cancelled' }
    const [order = ''] = orders
    assert.equal((await trial.seller.call('PUT', `/api/orders/${order}/status`, cancelled)).status, 200)
    await sendAll()
    assert.equal(taken(), MOST, 'the seller’s changes of such an order count too')

    await buy(trial, spellings[0]!)
    await newOrder(running.app, trial.seller, trial.productId, { email: spellings[0]! })
    await sendAll()
    assert.equal(taken(), MOST + 2, 'paid orders and the operator’s are not counted')

    running.clock.advance(DAY_MS)
    await resendMail(world(), { storeId: trial.storeId, orderId: order, kind: 'cancelled' })
    await sendAll()
    assert.equal(taken(), MOST + 3, 'the next day it can be sent')
  })

  test('unpaid orders from one network, or of one store, cause a limited number of mails a day', async () => {
    for (const most of [
      { network: 3, store: 100 },
      { network: 100, store: 3 },
    ]) {
      running.clock.advance(DAY_MS)
      const shop = await open({ current_price: 0, stock: 100 })
      const orders: string[] = []
      for (let n = 0; n < 4; n++) orders.push(await buyForNothing(shop, `stranger-${n}@example.com`))
      orders.push(await buy(await open(), 'payer@example.com'))
      const mails = await rowsOf(world().db, (sql) =>
        sql.selectFrom('mails').selectAll().where('order_id', 'in', orders),
      )
      const told = await Promise.allSettled(mails.map((mail) => withholdMail(world(), mail, most)))
      assert.deepEqual(
        told.flatMap((one) => (one.status === 'rejected' ? mailFailure(one.reason.message) : [])),
        ['enough'],
      )
    }
  })

  test('a mailbox gets 20 resent mails a day, and still those of new paid orders', async () => {
    const shop = await open({ stock: 100 })
    const email = 'pestered@example.com'
    const orderId = await buy(shop, email)
    await sendAll(1)
    for (let n = 0; n < MOST + 1; n++) {
      running.clock.advance(SECOND)
      await resendMail(world(), { storeId: shop.storeId, orderId, kind: 'started' })
      await sendAll(1)
    }
    assert.equal(mailsTo(email).length, 1 + MOST)
    assert.deepEqual(await failures([orderId]), ['enough'])
    await buy(shop, email)
    await sendAll(1)
    assert.equal(mailsTo(email).length, 2 + MOST)
  })

  test('a mailbox gets 20 mails a day about new addresses of paid orders, whatever another store sends', async () => {
    const [shop, other] = [await open(), await open()]
    const email = 'moved@example.com'
    const sendTo = ({ storeId }: Shop, orderId: string, house: number) =>
      changeDelivery(world(), {
        storeId,
        orderId,
        delivery: {
          customer_name: 'Meera Nair',
          customer_phone: '9820012345',
          pincode: '682031',
          address: { line1: `House ${house}`, line2: '', city: 'Kochi', state: 'Kerala', country: 'India' },
        },
        actor: 'Asha',
        allow: () => {},
      })
    const orderId = await buy(shop, email)
    for (let house = 0; house < MOST + 1; house++) await sendTo(shop, orderId, house)
    await sendAndSettle([orderId])
    assert.equal(mailsTo(email).length, 1 + MOST)
    assert.deepEqual(await failures([orderId]), ['enough'])
    const elsewhere = await buy(other, email)
    await sendTo(other, elsewhere, 1)
    await sendAndSettle([elsewhere])
    assert.equal(mailsTo(email).length, 3 + MOST)
    running.clock.advance(DAY_MS)
    await sendTo(shop, orderId, MOST + 1)
    await sendAndSettle([orderId])
    assert.equal(mailsTo(email).length, 4 + MOST)
  })

  test('a mail more than a week late is not sent, and says so; on request it is', async () => {
    const shop = await open()
    const [late, early] = [await buy(shop, 'late@example.com'), await buy(shop, 'early@example.com')]
    const setDue = (orderId: string, due_at: number) =>
      rowsOf(world().db, (sql) => sql.updateTable('mails').set({ due_at }).where('order_id', '=', orderId))
    await setDue(late, running.clock.now() - 7 * DAY_MS - 1)
    await setDue(early, running.clock.now() - 7 * DAY_MS)
    await sendAll()
    assert.deepEqual([mailsTo('late@example.com').length, mailsTo('early@example.com').length], [0, 1])
    await cleanOnce()
    assert.deepEqual(await failures([late, early]), ['late'])
    await resendMail(world(), { storeId: shop.storeId, orderId: late, kind: 'started' })
    await sendAll()
    assert.equal(mailsTo('late@example.com').length, 1)
  })

  test('a link that has run out is not sent', async () => {
    const person = await newPerson(running.app)
    await askReset(world(), person.email)
    running.clock.advance(HOUR_MS)
    await askReset(world(), person.email)
    await sendAll()
    assert.equal(mailsTo(person.email).length, 1)
    assert.equal((await lettersAbout('password'))[0]?.status, 'pending', 'by a clock that may be wrong')
    await cleanOnce()
    assert.deepEqual(await lettersAbout('password'), [
      { status: 'failed', last_error: 'It is too late for this mail to be of use', isForgotten: true },
      { status: 'sent', last_error: null, isForgotten: true },
    ])
  })

  test('only invitations that are still valid are sent', async () => {
    const { storeId } = await open()
    const owner = await newPerson(running.app)
    await join(running.app, storeId, owner, 'owner')
    const inviting = (email: string) => invite(world(), storeId, owner, { email, role: 'staff' })
    const { id } = await inviting('withdrawn@example.com')
    await withdrawInvitation(world(), storeId, owner, id)
    await inviting('twice@example.com')
    const { token } = await inviting('twice@example.com')
    await sendAll()
    assert.deepEqual(mailsTo('withdrawn@example.com'), [])
    const links = mailsTo('twice@example.com').map(({ text }) => /#(\S+)/.exec(text ?? '')?.[1])
    assert.deepEqual(links, [token])
    const over = { status: 'failed', last_error: 'Its invitation is no longer valid', isForgotten: true }
    const sent = { status: 'sent', last_error: null, isForgotten: true }
    assert.deepEqual(await lettersAbout('invitation', storeId), [over, over, sent])
  })

  test('after a store is deleted only the letter about that is sent, to each owner', async () => {
    const shop = await open({ current_price: 0 })
    const owners = [await newPerson(running.app, 'Asha'), await newPerson(running.app, 'Ravi')]
    for (const owner of owners) await join(running.app, shop.storeId, owner, 'owner')
    const orderId = await buyForNothing(shop, 'last@example.com')
    await shop.seller.call('PUT', `/api/orders/${orderId}/status`, { status: 'cancelled' })
    await invite(world(), shop.storeId, owners[0]!, { email: 'guest@example.com', role: 'staff' })
    const { name } = (await findStore(world().db, shop.storeId))!
    await deleteStore(world(), { storeId: shop.storeId, typedName: name, by: 'Asha' })
    await sendAll()
    for (const { email } of owners) {
      assert.deepEqual(
        mailsTo(email).map(({ subject }) => subject),
        [`${name} was deleted`],
      )
    }
    assert.match(mailsTo(owners[1]!.email)[0]?.text ?? '', /^Asha has deleted the store\. /m)
    assert.deepEqual(mailsTo('guest@example.com'), [])
    const gone = {
      status: 'failed',
      last_error: 'The store that it is about has been deleted',
      isForgotten: true,
    }
    assert.deepEqual(await lettersAbout('new order', shop.storeId), [gone, gone])
    assert.deepEqual(await lettersAbout('invitation', shop.storeId), [gone])
  })
}, WITHOUT_WORKERS)
