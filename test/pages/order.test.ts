import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderStatus } from '#contract/order-status.ts'
import { onEachEngine, type Running } from '../../harness/app/on-each-engine.ts'
import { openPage } from '../../harness/shops/page.ts'
import { placePaidOrder } from '../../harness/shops/paid-order.ts'
import { CUSTOMER, newShop, type Shop } from '../../harness/shops/shopper.ts'
import { writeOrderMail } from '../../server/actions/mails/write-mail.ts'
import { changeOrderStatus } from '../../server/actions/orders/change-order-status.ts'
import { finishRefund } from '../../server/actions/payments/finish-refund.ts'
import type { OrderInView } from '../../server/http/pages/order/order-in-view.ts'
import { timelinePart } from '../../server/http/pages/order/timeline-part.ts'
import { formatDate, formatDay } from '../../server/rules/values/format-date.ts'
import { findMail } from '../../server/storage/mails/mails.ts'
import { findOrder } from '../../server/storage/orders/orders.ts'
import { updateStore } from '../../server/storage/stores/stores.ts'
import { refundTasksOf } from '../help/payments/refund-tasks.ts'

onEachEngine((running) => {
  const bought = (product: object = {}, fields: Record<string, string> = {}) =>
    boughtOrder(running, product, fields)
  const open = (token: string) => openPage(running.app, `/o/${token}`)
  const review = (token: string, fields: Record<string, string>) =>
    openPage(running.app, `/o/${token}`, { method: 'POST', body: new URLSearchParams(fields) })

  test('shows the status with its times, what was bought and the delivery address', async () => {
    const { order, move } = await bought(
      { price: 600, current_price: 499.5, shipping_cost: 40, size: ['M'] },
      { size: 'M', quantity: '2' },
    )
    const first = await open(order.token)
    const came = new RegExp(
      `Order received .*${formatDate(order.created_at)} .*Being prepared .*\\(still to come\\)`,
    )
    assert.match(first.text, came)
    assert.match(
      first.text,
      /2 × ₹499\.50 Size M Delivery ₹40\.00 Total ₹1,039\.00 Paid Nothing, this was a test/,
    )
    assert.match(
      first.text,
      /Your test order .* has your order\. This was a test: no money was taken\. The next/,
    )
    assert.match(first.text, /Asha Rao 12 Church Street Bengaluru 560001, Karnataka, India 9876543210/)
    assert.match(first.text, /Order number 1001 , for when you ask Test store something/)
    assert.ok(!first.html.includes(order.id), 'an id is for programs')
    assert.doesNotMatch(first.text, /Track the parcel/)
    await move('processing')
    assert.match((await open(order.token)).html, /<h1>Being prepared<\/h1>/)
    await move('dispatched', 'https://courier.example/t?a=1&b=2')
    const sent = await open(order.token)
    assert.match(sent.html, /<h1>On the way<\/h1>/)
    assert.match(sent.html, /href="https:\/\/courier\.example\/t\?a=1&amp;b=2"[^>]*>Track the parcel/)
    assert.doesNotMatch(sent.html, /name="rating"/)
  })

  test('carries the store’s logo and contact, as do the store’s own pages', async () => {
    const { order, shop } = await bought()
    const without = await open(order.token)
    assert.doesNotMatch(without.html, /mailto:|tel:|<header class="bar"><a[^>]*><img/)
    await updateStore(running.app.world.db, shop.store_id, {
      logo: '/images/logo.webp',
      contact_email: 'care@lamps.example',
      contact_phone: '+91 (80) 1234-5678',
    })
    for (const path of [`/o/${order.token}`, `/s/${shop.slug}`, shop.path, `${shop.path}/checkout`]) {
      const { html, text } = await openPage(running.app, path)
      assert.match(html, /<header class="bar"><a[^>]*><img src="\/images\/\d+\/logo\.webp"/, path)
      assert.match(text, /Questions\? Write to care@lamps\.example or call \+91 \(80\) 1234-5678 ?\./, path)
      assert.match(html, /href="tel:\+918012345678"/, path)
    }
  })

  const SECRET = ['no-store', 'no-referrer']
  const secrecyOf = ({ headers }: { headers: Headers }) =>
    ['cache-control', 'referrer-policy'].map((name) => headers.get(name))

  test('is not cached, indexed or leaked in a referrer, also as a 404, and needs its token', async () => {
    const { order } = await bought()
    const page = await open(order.token)
    assert.deepEqual(secrecyOf(page), SECRET)
    assert.equal(page.headers.get('x-robots-tag'), 'noindex')
    assert.match(page.html, /<meta name="robots" content="noindex">/)
    for (const token of [
      order.id,
      `${order.token}x`,
      order.token.slice(0, -1),
      '%00',
      "'",
      'x'.repeat(5000),
    ]) {
      const other = await open(token)
      assert.equal(other.status, 404, token)
      assert.doesNotMatch(other.html, /Asha/)
      assert.match(other.text, /A part of the link may be missing\. Open it once more from the mail/)
      assert.deepEqual(secrecyOf(other), SECRET)
      const reviewed = await review(token, { rating: '5' })
      assert.equal(reviewed.status, 404)
      assert.deepEqual(secrecyOf(reviewed), SECRET)
    }
    const refused = await review(order.token, { review: 'x'.repeat(70_000) })
    assert.deepEqual([refused.status, secrecyOf(refused)], [413, SECRET])
    const sentBack = await review(order.token, { rating: '5' })
    assert.deepEqual([sentBack.status, secrecyOf(sentBack)], [303, SECRET])
  })

  test('takes one review after the delivery and shows it in the API', async () => {
    const { order, move, shop } = await bought()
    assert.equal((await review(order.token, { rating: '5', review: 'Too early' })).status, 303)
    assert.equal((await shop.call('GET', `/api/orders/${order.id}`)).body.rating, null)
    await move('processing')
    await move('dispatched')
    await move('delivered')
    assert.match(
      (await open(order.token)).html,
      /name="rating"[\s\S]*<h1>Delivered<\/h1>[\s\S]*Where it went/,
    )

    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((stars) =>
        review(order.token, { rating: String(stars), review: `<b>${stars}</b>` }),
      ),
    )
    const { body } = await shop.call('GET', `/api/orders/${order.id}`)
    assert.ok(body.rating >= 1 && body.rating <= 5)
    assert.equal(body.review, `<b>${body.rating}</b>`)
    const page = await open(order.token)
    assert.ok(page.html.includes(`&lt;b&gt;${body.rating}&lt;/b&gt;`))
    assert.doesNotMatch(page.html, /name="rating"/)
    assert.equal([...page.html.matchAll(/You rated it/g)].length, 1)
    for (const [i, { status, html }] of answers.entries()) {
      const isKept = i + 1 === body.rating
      assert.equal(status, isKept ? 303 : 409)
      assert.equal(/This order had a review already\. What was sent now is not kept/.test(html), !isKept)
      assert.doesNotMatch(html, /data-present/, 'a look at it would send it again')
    }
    const again = { rating: String(body.rating), review: body.review }
    assert.equal((await review(order.token, again)).status, 303, 'sent twice')
    assert.equal((await review(order.token, { ...again, review: 'Another word' })).status, 409)
  })

  test('is found by a link with a punctuation mark added at its end', async () => {
    const { order } = await bought()
    for (const sign of ['.', ',', ').', '%E2%80%A6', '%E0%A5%A4']) {
      const answer = await fetch(`${running.app.url}/o/${order.token}${sign}`, { redirect: 'manual' })
      assert.deepEqual([answer.status, answer.headers.get('location')], [303, `/o/${order.token}`], sign)
      assert.deepEqual(secrecyOf(answer), SECRET)
    }
    assert.equal((await open('...')).status, 404)
  })

  test('is not found under 60 KB of punctuation marks, which are read in linear time', {
    timeout: 20_000,
  }, async () => {
    const marks = '.'.repeat(60_000)
    for (let time = 0; time < 40; time++) assert.equal((await open(`${marks}x`)).status, 404)
  })

  test('reports the mistakes in a review and keeps what was typed', async () => {
    const { order, move, shop } = await bought()
    for (const status of ['processing', 'dispatched', 'delivered'] as const) await move(status)
    const page = await review(order.token, { review: `Lovely ${'x'.repeat(1000)}` })
    assert.equal(page.status, 422)
    assert.match(page.html, /id="rating-problem">Choose one to five stars</)
    assert.match(page.html, /id="review-problem">The review must be at most 1000 characters</)
    assert.match(page.html, />Lovely x+<\/textarea>/)
    assert.doesNotMatch(page.html, /data-present/, 'a look at it would send it again')
    const halved = await review(order.token, { rating: '4', review: 'a\u0000b' })
    assert.equal(halved.status, 422)
    assert.match(halved.html, /id="review-problem">The review contains characters that cannot be used</)
    for (const rating of ['0', '6', '5.0', '-1', '']) {
      assert.equal((await review(order.token, { rating })).status, 422, rating)
    }
    assert.equal((await review(order.token, { rating: '4', review: ' \n' })).status, 303)
    const { body } = await shop.call('GET', `/api/orders/${order.id}`)
    assert.deepEqual([body.rating, body.review], [4, null])
  })

  test('of a cancelled order says so', async () => {
    const { order, move } = await bought()
    await move('cancelled')
    const page = await open(order.token)
    assert.match(page.html, /<h1>Cancelled<\/h1>/)
    assert.match(page.text, /has cancelled this order\. This was a test: no money was taken\./)
    assert.match(page.text, /Where it would have gone/)
    assert.doesNotMatch(page.text, /still to come|your payment/)
  })

  test('says whether the money of a cancelled order has been returned', async () => {
    const { app, clock } = running
    const { world } = app
    const shop: Shop = await newShop(app, { price: 199 })
    const { store_id: storeId } = shop
    const { order_id: orderId } = await placePaidOrder(world, { storeId, productId: shop.productId })
    const { token } = (await findOrder(world.db, storeId, orderId))!
    assert.match((await open(token)).text, /has your order and your payment of ₹199\.00\. .* Paid ₹199\.00/)
    const change = { storeId, orderId, status: 'cancelled', source: 'api', actor: 'API key' } as const
    await changeOrderStatus(world, change)
    const mail = async () =>
      (await writeOrderMail(world, (await findMail(world.db, orderId, 'cancelled'))!)).text
    for (const told of [(await open(token)).text, await mail()])
      assert.match(told, /is to return your payment of ₹199\.00/)
    clock.advance(60_000)
    const [task] = await refundTasksOf(world.db, storeId)
    await finishRefund(world, { storeId, paymentId: task!.payment_id })
    const returned = `returned your payment of ₹199.00 on ${formatDay(clock.now())}. Your bank may need some days`
    for (const told of [(await open(token)).text, await mail()]) {
      assert.ok(told.includes(returned), told)
      assert.doesNotMatch(told, /is to return/)
    }
  })
})

test('the timeline never shows a step as both done and still to come, if the order moves between two reads', () => {
  const line = (from_status: OrderStatus | null, to_status: OrderStatus) => ({
    from_status,
    to_status,
    at: 0,
  })
  const ahead = (...history: unknown[]) =>
    String(timelinePart({ order: { status: 'started' }, history } as OrderInView)).match(
      /(?<=class="ahead"><span>)[^<]+/g,
    )
  const received = line(null, 'started')
  assert.deepEqual(ahead(received), ['Being prepared', 'On the way', 'Delivered'])
  assert.deepEqual(ahead(received, line('started', 'processing')), ['On the way', 'Delivered'])
  assert.equal(ahead(received, line('started', 'cancelled')), null)
})

async function boughtOrder({ app, clock }: Running, product: object, fields: Record<string, string>) {
  clock.advance(61_000)
  const shop: Shop = await newShop(app, product)
  const { hidden } = await shop.openForm()
  assert.equal((await shop.send({ ...hidden, ...CUSTOMER, ...fields })).status, 303)
  const order = await shop.pay()
  return {
    shop,
    order,
    move: async (status: 'processing' | 'dispatched' | 'delivered' | 'cancelled', trackingUrl?: string) => {
      clock.advance(60_000)
      const change = { storeId: order.store_id, orderId: order.id, status, trackingUrl }
      await changeOrderStatus(app.world, { ...change, source: 'api', actor: 'API key' })
    },
  }
}
