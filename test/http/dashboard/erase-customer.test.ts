import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql as raw } from 'kysely'
import { onEachEngine } from '../../../harness/app/on-each-engine.ts'
import { until } from '../../../harness/app/until.ts'
import { startReceiver, trustReceivers } from '../../../harness/servers/receiver.ts'
import { join, newPerson } from '../../../harness/shops/dashboard.ts'
import { ownerWithProduct, placeOrder } from '../../../harness/shops/dashboard-shop.ts'
import { openPage } from '../../../harness/shops/page.ts'
import { placePaidOrder } from '../../../harness/shops/paid-order.ts'
import { pictureOf, plain } from '../../../harness/shops/pictures.ts'
import { newShop } from '../../../harness/shops/shopper.ts'
import { TO_THIS_MACHINE } from '../../../harness/shops/webhooks.ts'
import { sweepUnusedImages } from '../../../server/actions/images/sweep-images.ts'
import { reviewOrder } from '../../../server/actions/orders/review-order.ts'
import { noteProblem } from '../../../server/actions/payments/note-problem.ts'
import { settlePayment } from '../../../server/actions/payments/settle-payment.ts'
import { verify } from '../../../server/actions/verify.ts'
import { addWebhook } from '../../../server/actions/webhooks/add-webhook.ts'
import { HOUR_MS, MINUTE_MS } from '../../../server/rules/values/durations.ts'
import type { MailRow } from '../../../server/storage/mails/mail-rows.ts'
import { rowsOf } from '../../../server/storage/statement.ts'
import { listDeliveries } from '../../../server/storage/webhooks/deliveries.ts'
import { listAttempts } from '../../../server/storage/webhooks/delivery-attempts.ts'
import type { World } from '../../../server/world.ts'
import { tablesHolding } from '../../help/tables-holding.ts'

trustReceivers()

const CUSTOMER = {
  quantity: '1',
  name: 'Zubeida Quillfeather',
  email: 'zubeida.q@example.com',
  phone: '98123 45670',
  line1: '77 Peacock Lane',
  line2: 'Moonflower Colony',
  pincode: '643001',
  city: 'Udhagamandalam',
  state: 'Tamil Nadu',
  special_instructions: 'Ring the blue bell',
}
const ELSEWHERE = {
  name: 'Kasturi Quillfeather',
  number: '9812345671',
  line1: '5 Heron Wharf',
  line2: '',
  pincode: '643002',
  city: 'Coonoor',
  state: 'Tamil Nadu',
}
const TRACKING = 'https://courier.example/parcel-of-quillfeather'
const SECRETS = [
  ...['Zubeida', 'Kasturi', 'Quillfeather', 'zubeida.q@example.com', '9812345670', '9812345671'],
  ...['Peacock', 'Moonflower', 'Udhagamandalam', 'Heron Wharf', 'Coonoor', 'Tamil Nadu'],
  ...['blue bell', 'green bell', 'Philomena', 'courier.example'],
]
const NOT_OVER =
  "The order is not over yet: the customer's details can be erased once it is delivered or cancelled"

const BEING_SENT = 'Something about this order is being sent just now. Try again in two minutes'

const untrue = async (world: World) => {
  const found: unknown[] = []
  for await (const { name, count, first } of verify(world)) if (count > 0) found.push({ name, first })
  return found
}

const deliveredIn = ({ db }: World, store: string) =>
  until(async () => (await listDeliveries(db, store, { limit: 1 }))[0]?.status === 'delivered')

const mailsOf = ({ db }: World, order: string) =>
  rowsOf(db, (sql) => sql.selectFrom('mails').selectAll().where('order_id', '=', order).orderBy('kind'))

const setMails = ({ db }: World, order: string, change: Partial<MailRow>) =>
  rowsOf(db, (sql) => sql.updateTable('mails').set(change).where('order_id', '=', order))

onEachEngine(
  (running) => {
    test('removes the customer from every table and page, and keeps the purchase', async () => {
      const { app, clock } = running
      const { world } = app
      await using receiver = await startReceiver({ answer: (response, { body }) => response.end(body) })
      const questions = [
        { question: 'Your face', type: 'image' },
        { question: 'For whom', type: 'text' },
      ]
      const primary_image = await pictureOf('#778899')
      const offer = { custom_questions: questions, price: 100, shipping_cost: 20, primary_image }
      const shop = await newShop(app, offer)
      const store = shop.store_id
      const owner = await newPerson(app)
      await join(app, store, owner, 'owner')
      const { ask, call } = owner
      await addWebhook(world, { storeId: store, url: receiver.url })

      const { hidden } = await shop.openForm()
      const send = async (wish: string, color: string) => {
        clock.advance(1000)
        const fields = { ...hidden, ...CUSTOMER, special_instructions: wish, 'answer-1': 'Aunt Philomena' }
        const picture = await plain({ width: 20, height: 20 }, color).png().toBuffer()
        assert.equal((await shop.sendMultipart(fields, { 'answer-0': picture })).status, 303)
      }
      await send('Ring the green bell', '#112233')
      await send('Ring the blue bell', '#445566')
      assert.equal((await shop.checkouts()).length, 2)
      const { id: order, token } = await shop.pay()
      await receiver.waitFor(1)
      await deliveredIn(world, store)

      await ask('changeDelivery', { store, order, ...ELSEWHERE })
      await ask('changeOrderStatus', { store, order, status: 'processing' })
      assert.equal((await call('eraseCustomer', { store, order })).body.error, NOT_OVER)
      for (const tracking_url of [`${TRACKING}-0`, TRACKING])
        await ask('changeOrderStatus', { store, order, status: 'dispatched', tracking_url })
      assert.equal((await call('eraseCustomer', { store, order })).body.error, NOT_OVER)
      await ask('changeOrderStatus', { store, order, status: 'delivered' })
      await reviewOrder(world, { store_id: store, id: order }, { rating: 5, review: 'Philomena loves it' })
      await setMails(world, order, { last_error: '550 <zubeida.q@example.com>: no such user' })
      assert.deepEqual(await tablesHolding(world, SECRETS), [
        ...['checkouts', 'delivery_attempts', 'events', 'letters', 'mails', 'order_history', 'order_words'],
        'orders',
      ])
      const event = async () => (await shop.call('GET', '/api/events')).body.events
      const [before] = await event()
      const { body: orderBefore } = await shop.call('GET', `/api/orders/${order}`)
      const picture = new URL(orderBefore.order_details.custom_questions[0].answer).pathname
      assert.equal((await fetch(app.url + picture)).status, 200)
      assert.deepEqual(await untrue(world), [])

      clock.advance(MINUTE_MS)
      await ask('eraseCustomer', { store, order })
      assert.deepEqual(await tablesHolding(world, SECRETS), [])
      assert.deepEqual(await untrue(world), [])
      for (const { pincode, network } of await shop.checkouts())
        assert.deepEqual([pincode, network], ['', null])

      const { body: read } = await shop.call('GET', `/api/orders/${order}`)
      const noOne = { name: '', email: '', number: '' }
      assert.deepEqual(read, {
        ...orderBefore,
        customer: { ...noOne, full_address: null, pincode: '643002' },
        order_details: { ...orderBefore.order_details, special_instructions: null, custom_questions: [] },
        review: null,
        tracking_url: null,
      })
      assert.deepEqual(read.order_details.amount, 120)
      const [after, ...others] = await event()
      assert.deepEqual(others, [])
      assert.deepEqual(after, {
        ...before,
        payload: {
          ...before.payload,
          customer: { ...noOne, full_address: '', pincode: '643002' },
          order_details: read.order_details,
        },
      })

      const view = await ask('readOrder', { store, order })
      assert.deepEqual(view.order, read)
      assert.deepEqual(
        view.timeline.filter(({ kind }) => kind === 'erased'),
        [{ kind: 'erased', at: new Date(world.now()).toISOString(), source: 'dashboard', actor: 'Asha' }],
      )
      for (const entry of view.timeline)
        if (entry.kind === 'mail') assert.deepEqual([entry.status, entry.failure], ['failed', 'erased'])
      const [line] = (await ask('listOrders', { store })).items
      assert.deepEqual([line?.customer_name, line?.customer_email, line?.number], ['', '', 1001])
      const found = async (search: string) => (await ask('listOrders', { store, search })).items.length
      assert.deepEqual(
        [await found('brass'), await found('643002'), await found(order.slice(0, 8)), await found('#1001')],
        [1, 1, 1, 1],
      )
      for (const secret of ['zubeida', 'kasturi', '9812345671', '643001'])
        assert.equal(await found(secret), 0)
      assert.match(
        String(await ask('exportOrders', { store })),
        /"Details erased","","","","","643002","","","5","","1001"\r\n/,
      )
      assert.deepEqual((await ask('readSlips', { store, orders: order })).slips[0]?.order, read)
      const page = await openPage(app, `/o/${token}`)
      assert.match(page.text, /Test store has erased your name, your address and all that you told it/)
      assert.match(page.text, /Your details were erased/)
      assert.match(page.text, /Tracking link updated/)
      for (const secret of SECRETS) assert.ok(!page.html.includes(secret), secret)
      const audited = async () =>
        (await ask('listAudit', { store })).items
          .filter(({ action }) => action === 'order.customer_erased')
          .map(({ subject, actor }) => [subject, actor])
      const told = [['#1001 · Brass lamp', 'Asha']]
      assert.deepEqual(await audited(), told)

      assert.equal((await openPage(app, `/dev/mail/${order}/delivered`)).status, 404)
      const resent = await call('resendMail', { store, order, mail: 'delivered' })
      const nobody = "The customer's details were erased, so nobody is left to write to"
      assert.deepEqual([resent.status, resent.body.error], [400, nobody])
      await ask('eraseCustomer', { store, order })
      assert.deepEqual(await ask('readOrder', { store, order }), view, 'nothing more was changed')
      assert.deepEqual(await audited(), told)

      await shop.call('DELETE', `/api/products/${shop.productId}`)
      clock.advance(2 * HOUR_MS)
      await sweepUnusedImages(world)
      const shown = new URL(read.product_image).pathname
      assert.equal((await fetch(app.url + shown)).status, 200, 'the purchase is still shown')
      assert.equal((await fetch(app.url + picture)).status, 404)
      assert.deepEqual(await untrue(world), [])
    })

    test('is allowed to owners, for existing orders of their own store', async () => {
      const { app } = running
      const owner = await ownerWithProduct(app)
      const { store } = owner
      const order = await placeOrder(app, owner)
      await owner.ask('changeOrderStatus', { store, order, status: 'cancelled' })
      for (const role of ['staff', 'manager'] as const) {
        const member = await newPerson(app)
        await join(app, store, member, role)
        assert.equal((await member.call('eraseCustomer', { store, order })).status, 403)
      }
      const other = await ownerWithProduct(app)
      assert.equal((await other.call('eraseCustomer', { store: other.store, order })).status, 404)
      assert.equal((await owner.ask('readOrder', { store, order })).order.customer.name, 'Asha Rao')
      await Promise.all(Array.from({ length: 3 }, () => owner.ask('eraseCustomer', { store, order })))
      const { timeline } = await owner.ask('readOrder', { store, order })
      assert.equal(timeline.filter(({ kind }) => kind === 'erased').length, 1, 'pressed by three at once')
    })

    test('is refused while a refund or a payment problem is open, and erases their letters too', async () => {
      const { app } = running
      const { world } = app
      const owner = await ownerWithProduct(app)
      const { ask, call, store, product: productId } = owner
      const given = { name: 'Zubeida Quillfeather', email: 'zubeida.q@example.com' }
      const { order_id: order } = await placePaidOrder(world, { storeId: store, productId, given })
      await ask('changeOrderStatus', { store, order, status: 'cancelled' })
      const again = async (name: string) => {
        const copied = raw`insert into payments (store_id, id, checkout_id, gateway, reference, amount_paise, status,
            created_at, token, account, asks)
          select store_id, ${world.newId()}, checkout_id, gateway, ${name}, amount_paise, 'started', created_at,
            ${name}, account, 0 from payments where order_id = ${order}`
        await rowsOf(world.db, (builder) => ({ compile: () => copied.compile(builder) }))
        return name
      }
      const reference = await again('order_paid_twice')
      await settlePayment(world, { storeId: store, gateway: 'razorpay', reference, amountPaise: 12_000 })
      const problem = { store_id: store, gateway: 'razorpay', reference: await again('order_strange') }
      const [strange] = await rowsOf(world.db, (sql) =>
        sql.selectFrom('payments').select('id').where('reference', '=', problem.reference),
      )
      await world.db.transaction((tx) =>
        noteProblem(tx, world, { ...problem, reason: 'Strange', payment_id: strange!.id }),
      )
      const refusal = async () => (await call('eraseCustomer', { store, order })).body.error
      for (const { payment_id: payment } of (await ask('listRefunds', { store })).items) {
        assert.equal(
          await refusal(),
          'Money is still to be returned to this customer. Mark it under Refunds first',
        )
        await ask('finishRefund', { store, payment })
      }
      assert.equal(
        await refusal(),
        'A payment of this customer is still to be looked at. Mark it under Refunds first',
      )
      assert.equal((await ask('readOrder', { store, order })).order.customer.name, 'Zubeida Quillfeather')
      const { items } = await ask('listPaymentProblems', { store })
      await ask('finishPaymentProblem', {
        store,
        gateway: 'razorpay',
        reference: problem.reference,
        reason: items[0]!.reason,
      })
      await rowsOf(world.db, (sql) =>
        sql.updateTable('letters').set({ status: 'sent', data: '' }).where('kind', '=', 'money to return'),
      )
      assert.ok((await tablesHolding(world, SECRETS)).includes('letters'))
      await ask('eraseCustomer', { store, order })
      assert.deepEqual(await tablesHolding(world, SECRETS), [])
      assert.deepEqual(
        (await ask('listRefunds', { store, state: 'done' })).items.map(({ customer_name }) => customer_name),
        ['', ''],
      )
      assert.deepEqual(await untrue(world), [])
    })

    test('is refused while a mail is being sent, and cancels the mails that wait', async () => {
      const { app, clock } = running
      const { world } = app
      const owner = await ownerWithProduct(app)
      const { ask, call, store } = owner
      const order = await placeOrder(app, owner, { email: 'zubeida.q@example.com' })
      await ask('changeOrderStatus', { store, order, status: 'cancelled' })
      await rowsOf(world.db, (sql) =>
        sql
          .updateTable('mails')
          .set({ status: 'sent', sent_at: world.now() })
          .where('order_id', '=', order)
          .where('kind', '=', 'started'),
      )
      await setMails(world, order, { due_at: world.now() + 2 * MINUTE_MS })
      const { body } = await call('eraseCustomer', { store, order })
      assert.equal(body.error, BEING_SENT)
      clock.advance(2 * MINUTE_MS)
      await ask('eraseCustomer', { store, order })
      assert.deepEqual(
        (await mailsOf(world, order)).map(({ kind, status }) => [kind, status]),
        [
          ['cancelled', 'failed'],
          ['started', 'sent'],
        ],
      )
    })

    test('is refused while a letter is being sent, but not for a mail to be retried later', async () => {
      const { app, clock } = running
      const { world } = app
      const owner = await ownerWithProduct(app)
      const { ask, call, store } = owner
      const order = await placeOrder(app, owner)
      await ask('changeOrderStatus', { store, order, status: 'cancelled' })
      await setMails(world, order, { due_at: world.now() + 10 * MINUTE_MS })
      const claimed = { due_at: world.now() + 2 * MINUTE_MS, status: 'pending' } as const
      await rowsOf(world.db, (sql) =>
        sql.updateTable('letters').set(claimed).where('id', 'like', `${order}.%`),
      )
      assert.equal((await call('eraseCustomer', { store, order })).body.error, BEING_SENT)
      clock.advance(2 * MINUTE_MS)
      await ask('eraseCustomer', { store, order })
    })

    test('erases the webhook answers about this order, not about others', async () => {
      const { app } = running
      const { world } = app
      await using receiver = await startReceiver({ answer: (response) => response.end('Thank you, Asha') })
      const owner = await ownerWithProduct(app)
      const { ask, store } = owner
      const { webhook_id: webhook } = await addWebhook(world, { storeId: store, url: receiver.url })
      const [order] = [await placeOrder(app, owner), await placeOrder(app, owner)]
      const answers = () =>
        Promise.all(
          [1, 2].map(async (sequence) =>
            (await listAttempts(world.db, store, webhook, sequence)).map(({ answer }) => answer),
          ),
        )
      await until(async () => (await answers()).flat().length === 2)
      await ask('changeOrderStatus', { store, order: order!, status: 'cancelled' })
      await ask('eraseCustomer', { store, order: order! })
      assert.deepEqual(await answers(), [[null], ['Thank you, Asha']])
    })

    test('is refused during a webhook delivery, and later replays contain no customer data', async () => {
      const { app } = running
      const answered = Promise.withResolvers<void>()
      await using receiver = await startReceiver({
        answer: (response, { body }) => void answered.promise.then(() => response.end(body)),
      })
      const owner = await ownerWithProduct(app)
      const { ask, call, store } = owner
      const { webhook_id: webhook } = await addWebhook(app.world, { storeId: store, url: receiver.url })
      const order = await placeOrder(app, owner, { name: 'Zubeida Quillfeather' })
      await ask('changeOrderStatus', { store, order, status: 'cancelled' })
      await receiver.waitFor(1)
      assert.equal((await call('eraseCustomer', { store, order })).body.error, BEING_SENT)
      answered.resolve()
      await deliveredIn(app.world, store)
      await ask('eraseCustomer', { store, order })
      assert.deepEqual(await tablesHolding(app.world, SECRETS), [])
      await ask('replayDelivery', { store, webhook, sequence: '1' })
      const [first, second] = await receiver.waitFor(2)
      const [before, after] = [first!, second!].map(({ body }) => JSON.parse(body))
      assert.deepEqual([before.customer.name, after.customer.name], ['Zubeida Quillfeather', ''])
      assert.equal(second!.headers['webhook-id'], first!.headers['webhook-id'])
    })

    test('ends reviews: a delivered order neither asks for one nor accepts one', async () => {
      const { app } = running
      const { world } = app
      const owner = await ownerWithProduct(app)
      const { ask, store } = owner
      const order = await placeOrder(app, owner)
      for (const status of ['processing', 'dispatched', 'delivered'])
        await ask('changeOrderStatus', { store, order, status })
      await ask('eraseCustomer', { store, order })
      const { customer_page } = await ask('readOrder', { store, order })
      const { text } = await openPage(app, new URL(customer_page).pathname)
      assert.doesNotMatch(text, /How is your/)
      const review = { rating: 1, review: 'Zubeida Quillfeather' }
      assert.equal(await reviewOrder(world, { store_id: store, id: order }, review), false)
    })
  },
  TO_THIS_MACHINE,
  { alone: true },
)
