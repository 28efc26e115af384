import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DASHBOARD_API } from '../../../contract/dashboard.ts'
import { aProduct, caller } from '../../../harness/app/app.ts'
import { openOnEachEngine } from '../../../harness/app/on-each-engine.ts'
import { until as eventually } from '../../../harness/app/until.ts'
import { newOwner, PASSWORD } from '../../../harness/shops/dashboard.ts'
import { placePaidOrder } from '../../../harness/shops/paid-order.ts'
import { base64, plain } from '../../../harness/shops/pictures.ts'
import { aCustomer } from '../../../harness/shops/shop.ts'
import { sweepUnusedImages } from '../../../server/actions/images/sweep-images.ts'
import { placeTestOrder } from '../../../server/actions/orders/place-test-order.ts'
import { startCheckout } from '../../../server/actions/orders/start-checkout.ts'
import { testGateway } from '../../../server/actions/payments/gateways.ts'
import { startPayment } from '../../../server/actions/payments/start-payment.ts'
import { deleteStore } from '../../../server/actions/stores/delete-store.ts'
import { DAY_MS } from '../../../server/rules/values/durations.ts'
import { formatDate } from '../../../server/rules/values/format-date.ts'
import { setCheckoutStatus } from '../../../server/storage/orders/checkouts.ts'
import { notePaymentProblem } from '../../../server/storage/payments/payment-problems.ts'
import { rowsOf } from '../../../server/storage/statement.ts'
import { holdStore } from '../../../server/storage/stores/stores.ts'
import { leftOf } from '../../help/left-of-store.ts'
import { lockWaits } from '../../help/lock-waits.ts'
import { lateBody } from '../../help/raw-socket.ts'

const QUARTER_HOUR_MS = 900_000

openOnEachEngine('a store in the dashboard', (open) => {
  test('the overview counts by days in the viewer’s time zone, with revenue without cancelled orders', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    const { steps } = await ask('overview', { store, days: 7, offset: 0 })
    assert.deepEqual(new Set(Object.values(steps)), new Set([false]))
    const { product_id: product } = await ask('createProduct', {
      store,
      ...aProduct({ price: 100, stock: 5 }),
    })
    const midnight = Math.ceil(app.world.now() / DAY_MS) * DAY_MS + DAY_MS
    const place = async (at: number, quantity: string) => {
      app.clock.set(at)
      const wished = { storeId: store, productId: product, given: { quantity } }
      return (await placePaidOrder(app.world, wished)).order_id
    }
    await place(midnight - 3_600_000, '1')
    const cancelled = await place(midnight + 60_000, '1')
    await place(midnight + 120_000, '2')
    await ask('changeOrderStatus', { store, order: cancelled, status: 'cancelled' })

    const utc = await ask('overview', { store, days: 7, offset: 0 })
    assert.deepEqual(
      utc.days.slice(-2).map(({ orders, revenue }) => [orders, revenue]),
      [
        [1, 100],
        [2, 200],
      ],
    )
    assert.deepEqual([utc.days.length, utc.orders, utc.revenue, utc.to_prepare], [7, 3, 300, 2])
    assert.deepEqual(utc.by_status, { started: 2, processing: 0, dispatched: 0, delivered: 0, cancelled: 1 })
    assert.deepEqual(
      utc.low_stock.map(({ name, stock }) => [name, stock]),
      [['Brass lamp', 2]],
    )
    assert.equal(utc.days.at(-1)?.date, new Date(midnight).toISOString().slice(0, 10))

    const india = await ask('overview', { store, days: 7, offset: 330 })
    assert.deepEqual(india.days.at(-1), { date: utc.days.at(-1)!.date, orders: 3, revenue: 300 })
    const west = await ask('overview', { store, days: 7, offset: -480 })
    assert.deepEqual(west.days.at(-1), { date: utc.days.at(-2)!.date, orders: 3, revenue: 300 })
    app.clock.advance(8 * DAY_MS)
    const later = await ask('overview', { store, days: 7, offset: 0 })
    assert.deepEqual([later.orders, later.before], [0, { orders: 3, revenue: 300 }])
    const long = await ask('overview', { store, days: 90, offset: 0 })
    assert.deepEqual([long.orders, long.revenue, long.before], [3, 300, { orders: 0, revenue: 0 }])
    app.clock.advance(7 * DAY_MS)
    const latest = await ask('overview', { store, days: 7, offset: 0 })
    assert.deepEqual([latest.orders, latest.before], [0, { orders: 0, revenue: 0 }])
    assert.equal((await call('overview', { store, days: 8, offset: 0 })).status, 400)
    assert.equal((await call('overview', { store, days: 7, offset: 900 })).status, 400)
  })

  test('settings are validated one by one, and an address belongs to one store', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    const other = await newOwner(app, 'Other')
    const slug = `shop-${store.slice(0, 8)}`
    const changed = await ask('changeSettings', {
      store,
      name: ' New name ',
      slug,
      contact_email: 'Shop@Example.com',
      contact_phone: '+९१ ९८७६५ 43210',
      business_name: ' Rao & Sons LLP ',
      business_address: ' 12 Johari Bazaar\r\nJaipur 302003',
      shipping_default: 49.5,
      sender_name: 'The lamp people',
      new_order_mails: false,
    })
    assert.deepEqual(changed, {
      id: store,
      name: 'New name',
      slug,
      page: `${app.world.publicUrl}/s/${slug}`,
      logo: null,
      contact_email: 'shop@example.com',
      contact_phone: '+91 98765 43210',
      business_name: 'Rao & Sons LLP',
      business_address: '12 Johari Bazaar\nJaipur 302003',
      shipping_default: 49.5,
      sender_name: 'The lamp people',
      new_order_mails: false,
    })
    const log = (await ask('listAudit', { store })).items
    const line = log.find(({ action }) => action === 'store.settings_changed')
    assert.match(line?.subject ?? '', /, new_order_mails$/)
    const refusals: Array<[object, string]> = [
      [{ name: '  ' }, 'name'],
      [{ slug: 'Über' }, 'slug'],
      [{ slug: '-a-' }, 'slug'],
      [{ contact_email: 'x' }, 'contact_email'],
      [{ contact_phone: '<script>' }, 'contact_phone'],
      [{ business_name: 'a\nb' }, 'business_name'],
      [{ business_name: 'x'.repeat(121) }, 'business_name'],
      [{ business_address: 'x'.repeat(301) }, 'business_address'],
      [{ business_address: `${'a\n'.repeat(6)}b` }, 'business_address'],
      [{ business_address: 'a\u0007b' }, 'business_address'],
      [{ shipping_default: -1 }, 'shipping_default'],
      [{ shipping_default: '5' }, 'shipping_default'],
      [{ sender_name: 'a\r\nBcc: x' }, 'sender_name'],
      [{ new_order_mails: 'no' as never }, 'new_order_mails'],
    ]
    for (const [input, field] of refusals) {
      const { status, body } = await call('changeSettings', { store, ...input })
      assert.deepEqual([status, Object.keys(body.fields ?? {})], [400, [field]], JSON.stringify(input))
    }
    const together = refusals.slice(0, -1)
    const all = await call('changeSettings', Object.assign({ store }, ...together.map(([input]) => input)))
    assert.deepEqual(
      Object.keys(all.body.fields ?? {}).toSorted(),
      [...new Set(together.map(([, field]) => field))].toSorted(),
    )
    const taken = await other.call('changeSettings', { store: other.store, slug })
    assert.deepEqual(taken.body.fields, { slug: 'This address belongs to another store' })
    const late = await call('changeSettings', { store, sender_name: 'Lamps', was: { sender_name: '' } })
    assert.deepEqual([late.status, late.body.code], [409, 'changed_meanwhile'])
    assert.deepEqual(await ask('readSettings', { store }), changed)
    const { name, slug: kept, contact_email, contact_phone, shipping_default, sender_name } = changed
    const was = { name, slug: kept, contact_email, contact_phone, shipping_default, sender_name }
    await ask('changeSettings', { store, sender_name: 'Lamps', was })
    const again = await ask('changeSettings', { store, slug, contact_email: ' ' })
    assert.deepEqual([again.slug, again.contact_email], [slug, ''])
    const on = { new_order_mails: true, was: { new_order_mails: false } }
    assert.equal((await ask('changeSettings', { store, ...on })).new_order_mails, true)
  })

  test('requests under way when a store is deleted get the same errors as later ones', async () => {
    const app = await open()
    const { ask, browser, name, store } = await newOwner(app)
    const { api_key } = await ask('generateKey', { store })
    const body = JSON.stringify(aProduct())
    const remove = async () => {
      await deleteStore(app.world, { storeId: store, typedName: 'Lamps of Jaipur', by: name })
      const rows = () =>
        rowsOf(app.world.db, (sql) => sql.selectFrom('stores').select('id').where('id', '=', store))
      await eventually(async () => (await rows()).length === 0)
    }
    let inDashboard: Awaited<ReturnType<typeof lateBody>> | undefined
    const byKey = await lateBody(
      app.url,
      'POST /api/products/create',
      { 'x-api-key': api_key },
      body,
      async () => {
        const headers = { cookie: browser.cookie, 'sec-fetch-site': 'same-origin' }
        const path = `${DASHBOARD_API}/stores/${store}/products`
        inDashboard = await lateBody(app.url, `POST ${path}`, headers, body, remove)
      },
    )
    assert.deepEqual([byKey.status, byKey.body.error], [401, 'Invalid API key'])
    assert.deepEqual([inDashboard?.status, inDashboard?.body.error], [404, 'Store not found'])
  })

  test('a logo is checked like a product picture, served, and removed', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    const picture = base64(await plain({ width: 12, height: 12 }).webp().toBuffer())
    const { logo } = await ask('changeLogo', { store, primary_image: picture })
    const path = new URL(logo!).pathname
    assert.equal((await fetch(app.url + path)).headers.get('content-type'), 'image/webp')
    assert.equal((await call('changeLogo', { store, primary_image: 'PHN2Zz4=' })).status, 400)
    assert.equal((await ask('readSettings', { store })).logo, logo)
    const isThereAfterSweep = async () => {
      app.clock.advance(2 * 3_600_000)
      await sweepUnusedImages(app.world)
      return (await fetch(app.url + path)).status === 200
    }
    assert.ok(await isThereAfterSweep())
    assert.deepEqual(await ask('changeLogo', { store, primary_image: null }), { logo: null })
    assert.ok(!(await isThereAfterSweep()))

    const again = await call('changeLogo', { store, primary_image: logo })
    assert.equal(again.status, 400)
    assert.equal(again.body.error, 'The logo is no longer kept here: upload it again, or leave it out')
    assert.equal((await ask('readSettings', { store })).logo, null)
    await rowsOf(app.world.db, (sql) => sql.updateTable('stores').set({ logo: path }).where('id', '=', store))
    assert.deepEqual(
      await ask('changeLogo', { store, primary_image: logo }),
      { logo },
      'its existing logo is accepted',
    )
    const [kept] = await rowsOf(app.world.db, (sql) =>
      sql.selectFrom('stores').select('logo').where('id', '=', store),
    )
    assert.equal(kept?.logo, path)
  })

  test('of logos set at once only the last one is in use', async () => {
    const app = await open()
    const { ask, store } = await newOwner(app)
    const { db } = app.world
    const pictures = await Promise.all(
      [10, 11].map(async (width) => base64(await plain({ width, height: 10 }).webp().toBuffer())),
    )
    const change = (primary_image: string | null) => ask('changeLogo', { store, primary_image })
    for (const image of [...pictures, null]) await change(image)
    const changing = await db.transaction(async (tx) => {
      await holdStore(tx, store)
      const changes = pictures.map(change)
      // SQLite serialises writers anyway.
      if (db.dialect.engine === 'postgres') await eventually(async () => (await lockWaits(db)) >= 2)
      return { changes }
    })
    await Promise.all(changing.changes)
    const { logo } = await ask('readSettings', { store })
    const uses = await rowsOf(db, (sql) =>
      sql.selectFrom('image_uses').select('hash').where('owner_id', '=', store),
    )
    assert.deepEqual(
      uses.map(({ hash }) => logo?.includes(hash)),
      [true],
    )
  })

  test('payments go through Razorpay once its keys are set, and the secrets are not shown', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app)
    assert.equal((await ask('readPayments', { store })).gateway, 'test')
    const keys = { key_id: 'rzp_test_abcdefgh', key_secret: 'very-secret-1', webhook_secret: 'very-secret-2' }
    assert.equal((await call('setRazorpay', { store, ...keys, key_id: 'x' })).status, 400)
    assert.deepEqual(await ask('setRazorpay', { store, ...keys }), { tried: false }, 'nobody is there to ask')
    const settings = await ask('readPayments', { store })
    assert.deepEqual([settings.gateway, settings.key_id], ['razorpay', keys.key_id])
    const hook = app.url + new URL(settings.webhook_url).pathname
    assert.equal((await fetch(hook, { method: 'POST', body: '{}' })).status, 401, 'it is known, and unsigned')
    const { test_mode, steps } = await ask('overview', { store, days: 7, offset: 0 })
    assert.deepEqual([test_mode, steps.payment], [true, true], 'test keys collect nothing')
    assert.doesNotMatch(JSON.stringify([settings, await ask('listAudit', { store })]), /very-secret/)
    await ask('removeRazorpay', { store })
    assert.equal((await ask('readPayments', { store })).gateway, 'test')
  })

  test('a store is deleted completely, by its name and the password, but not with active orders or open payments', async () => {
    const app = await open()
    const { ask, call, store } = await newOwner(app, 'Going shop')
    const { product_id: product } = await ask('createProduct', { store, ...aProduct() })
    await ask('addCategory', { store, name: 'Lamps' })
    await ask('editProduct', { store, product, categories: ['Lamps'] })
    const { api_key } = await ask('generateKey', { store })
    const { order_id: order } = await placeTestOrder(app.world, {
      storeId: store,
      productId: product,
      given: {},
    })
    const typed = { store, name: ' Going shop ', current_password: PASSWORD }
    assert.deepEqual((await call('deleteStore', { ...typed, name: 'going shop' })).body.fields, {
      name: "Type the store's name as it is written",
    })
    assert.equal(
      (await call('deleteStore', { ...typed, current_password: 'wrong' })).body.code,
      'wrong_password',
    )
    const active = await call('deleteStore', typed)
    assert.equal(active.body.error, '1 order is still active. Deliver or cancel them first.')
    await ask('changeOrderStatus', { store, order, status: 'cancelled' })

    const { world, clock } = app
    const { order_id: paid } = await placePaidOrder(world, { storeId: store, productId: product })
    await ask('changeOrderStatus', { store, order: paid, status: 'cancelled' })
    assert.equal((await call('deleteStore', typed)).body.error, '1 payment waits for a refund.')
    const { payment_id } = (await ask('listRefunds', { store })).items[0]!
    await ask('finishRefund', { store, payment: payment_id })

    const begun = await startCheckout(world, { storeId: store, productId: product, input: aCustomer() })
    assert.ok('checkout' in begun)
    const inUse = (until: number) =>
      `A customer may still pay for what was begun. The store can be deleted after ${formatDate(until)}, Indian time.`
    assert.equal((await call('deleteStore', typed)).body.error, inUse(world.now() + QUARTER_HOUR_MS + 59_999))
    const payment = await startPayment(world, testGateway(world), begun.checkout)
    await rowsOf(world.db, (sql) =>
      sql.updateTable('payments').set({ gateway: 'razorpay' }).where('id', '=', payment.id),
    )
    clock.advance(QUARTER_HOUR_MS)
    assert.equal(
      (await call('deleteStore', typed)).body.error,
      inUse(payment.created_at + 2 * DAY_MS + 59_999),
    )
    const askAt = (ask_at: number | null) =>
      rowsOf(world.db, (sql) => sql.updateTable('payments').set({ ask_at }).where('id', '=', payment.id))
    await askAt(payment.created_at + 9 * DAY_MS)
    clock.advance(2 * DAY_MS - QUARTER_HOUR_MS)
    assert.equal((await call('deleteStore', typed)).body.error, inUse(world.now() + 59_999))
    await askAt(null)

    const problem = {
      gateway: 'razorpay',
      reference: payment.reference,
      reason: 'Paid in USD instead of INR',
    }
    await notePaymentProblem(world.db, {
      ...problem,
      store_id: store,
      payment_id: payment.id,
      at: world.now(),
    })
    assert.equal((await call('deleteStore', typed)).body.error, '1 payment waits for a look, under Refunds.')
    await ask('finishPaymentProblem', { store, ...problem })

    const begin = () => startCheckout(world, { storeId: store, productId: product, input: aCustomer() })
    const [tried, left] = [await begin(), await begin()]
    assert.ok('checkout' in tried && 'checkout' in left)
    await startPayment(world, testGateway(world), tried.checkout)
    await setCheckoutStatus(world.db, store, left.checkout.id, 'ended')
    const { expires_at } = tried.checkout
    assert.equal((await call('deleteStore', typed)).body.error, inUse(expires_at + 59_999))
    clock.advance(QUARTER_HOUR_MS - 1)
    await setCheckoutStatus(world.db, store, tried.checkout.id, 'ended')
    const deletion = await ask('readDeletion', { store })
    assert.deepEqual(deletion, {
      products: 1,
      orders: 2,
      active_orders: 0,
      refunds_due: 0,
      payment_problems: 0,
      members: 1,
    })
    await ask('deleteStore', typed)
    assert.equal((await call('readSettings', { store })).status, 404)
    assert.equal((await caller(app.url, api_key)('GET', `/api/products/${product}`)).status, 401)
    await eventually(async () => (await leftOf(world, store)).length === 0)
  })
})
