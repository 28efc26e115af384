import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { CsvReader } from '../../../contract/csv.ts'
import { aProduct } from '../../../harness/app/app.ts'
import { openOnEachEngine } from '../../../harness/app/on-each-engine.ts'
import { join, newOwner, newPerson } from '../../../harness/shops/dashboard.ts'
import { aCustomer } from '../../../harness/shops/shop.ts'
import { openSession } from '../../../server/accounts/sessions.ts'
import { startCheckout } from '../../../server/actions/orders/start-checkout.ts'
import { testGateway } from '../../../server/actions/payments/gateways.ts'
import { settlePayment } from '../../../server/actions/payments/settle-payment.ts'
import { startPayment } from '../../../server/actions/payments/start-payment.ts'
import { addWebhook } from '../../../server/actions/webhooks/add-webhook.ts'
import { setWebhookEnabled } from '../../../server/actions/webhooks/set-webhook-enabled.ts'
import { EVERYTHING } from '../../../server/rules/products/shelf.ts'
import { WITH_STOCK_GIVEN } from '../../../server/storage/products/products.ts'
import { rowsOf } from '../../../server/storage/statement.ts'
import { addApiUse } from '../../../server/storage/stores/api-use.ts'
import { insertAttempt } from '../../../server/storage/webhooks/delivery-attempts.ts'
import { noteFailing } from '../../../server/storage/webhooks/webhooks.ts'
import type { World } from '../../../server/world.ts'

/** Puts a webhook into the state in which its rows are still being deleted. */
const remove = (world: World, id: string) =>
  rowsOf(world.db, (sql) => sql.updateTable('webhooks').set({ removed_at: world.now() }).where('id', '=', id))

const onShelf = ({ store_id, id, created_at }: { store_id: string; id: string; created_at: number }) => ({
  store_id,
  product_id: id,
  heading: EVERYTHING,
  place: -created_at,
})

/** One more than is read at a time. */
const MANY = 501

openOnEachEngine('lists and figures of the dashboard', (open) => {
  test('an export has every product once, even if they were created in one millisecond', async () => {
    const app = await open()
    const { ask, send, store } = await newOwner(app)
    const { product_id } = await ask('createProduct', { store, ...aProduct() })
    const [written] = await rowsOf(app.world.db, (sql) =>
      sql.selectFrom('products').select(WITH_STOCK_GIVEN).where('id', '=', product_id),
    )
    const copies = Array.from({ length: MANY - 1 }, () => ({ ...written!, id: randomUUID() }))
    for (let at = 0; at < copies.length; at += 250) {
      const some = copies.slice(at, at + 250)
      await rowsOf(app.world.db, (sql) => sql.insertInto('products').values(some))
      await rowsOf(app.world.db, (sql) => sql.insertInto('shelf').values(some.map(onShelf)))
    }
    const response = await send('GET', `/dashboard/api/stores/${store}/products.csv`)
    const reader = new CsvReader()
    const [titles, ...lines] = [...reader.push(response.text), ...reader.end()]
    const place = titles!.indexOf('id')
    assert.equal(lines.length, MANY)
    assert.equal(new Set(lines.map((line) => line[place])).size, MANY)
  })

  test('an export has what the list shows with the same filters, in its order', async () => {
    const app = await open()
    const { ask, send, store } = await newOwner(app)
    const { category_id: category } = await ask('addCategory', { store, name: 'Lamps' })
    for (const [name, fields] of [
      ['Brass lamp', { categories: ['Lamps'], stock: 3 }],
      ['Brass bell', { is_active: false, stock: 0 }],
      ['Clay lamp', { categories: ['Lamps'], stock: 9 }],
      ['Brassy lamp', { categories: ['Lamps'], stock: 1, is_sale: true }],
    ] as const) {
      app.clock.advance(1000)
      await ask('createProduct', { store, ...aProduct({ ...fields, name }) })
    }
    const exported = async (query: string) => {
      const { status, text } = await send('GET', `/dashboard/api/stores/${store}/products.csv${query}`)
      const reader = new CsvReader()
      const [titles, ...lines] = [...reader.push(text), ...reader.end()]
      return status === 200 ? lines.map((line) => line[titles!.indexOf('name')]) : [status]
    }
    const asked: [query: Record<string, string>, names: string[]][] = [
      [{}, ['Brassy lamp', 'Clay lamp', 'Brass bell', 'Brass lamp']],
      [{ search: 'brass' }, ['Brass lamp', 'Brassy lamp', 'Brass bell']],
      [{ search: 'brass bells' }, ['Brass bell']],
      [{ filter: 'low_stock' }, ['Brass bell', 'Brassy lamp', 'Brass lamp']],
      [{ category }, ['Brassy lamp', 'Clay lamp', 'Brass lamp']],
      [{ search: 'lamp', filter: 'active', category }, ['Brassy lamp', 'Clay lamp', 'Brass lamp']],
      [{ filter: 'hidden' }, ['Brass bell']],
      [{ search: 'nothing' }, []],
      [{ search: `brass${' '.repeat(500)}nothing` }, ['Brass lamp', 'Brassy lamp', 'Brass bell']],
      [{ category: randomUUID() }, []],
      [{ category: 'no id' }, []],
    ]
    for (const [query, names] of asked) {
      const { items } = await ask('listProducts', { store, ...query })
      assert.deepEqual(
        items.map(({ name }) => name),
        names,
        JSON.stringify(query),
      )
      assert.deepEqual(await exported(`?${new URLSearchParams(query)}`), names, JSON.stringify(query))
    }
    assert.deepEqual(await exported('?filter=everything'), [400])
    const { items } = await ask('listAudit', { store })
    assert.equal(items.filter(({ action }) => action === 'products.exported').length, asked.length)
  })

  test('a search within a category finds only matches in that category', async () => {
    const app = await open()
    const { ask, store } = await newOwner(app)
    const { category_id: category } = await ask('addCategory', { store, name: 'Lamps' })
    await ask('addCategory', { store, name: 'Bells' })
    for (const [name, categories] of [
      ['Brass lamp', ['Lamps']],
      ['Brass bell', ['Bells']],
      ['Clay lamp', ['Lamps']],
    ] as const)
      await ask('createProduct', { store, ...aProduct({ name, categories }) })
    const { items } = await ask('listProducts', { store, search: 'brass', category })
    assert.deepEqual(
      items.map(({ name }) => name),
      ['Brass lamp'],
    )
  })

  test('the overview names eight products low on stock, and none that is hidden', async () => {
    const app = await open()
    const { ask, store } = await newOwner(app)
    for (let stock = 0; stock < 2; stock++)
      await ask('createProduct', { store, ...aProduct({ stock: 0, is_active: false }) })
    for (let n = 0; n < 9; n++) await ask('createProduct', { store, ...aProduct({ stock: 1 }) })
    const { low_stock } = await ask('overview', { store, days: 7, offset: 0 })
    assert.deepEqual(
      low_stock.map(({ stock }) => stock),
      Array(8).fill(1),
    )
  })

  test('the overview names the webhooks that fail or are off, without removed ones', async () => {
    const app = await open()
    const { ask, store } = await newOwner(app)
    const { world } = app
    const add = async (name: string) =>
      (await addWebhook(world, { storeId: store, url: `https://${name}.example/hook` })).webhook_id
    const [failing, off, gone] = [
      await add('failing'),
      await add('off'),
      await add('gone'),
      await add('well'),
    ]
    for (const id of [failing!, gone!]) await noteFailing(world.db, store, id, world.now())
    await setWebhookEnabled(world, { storeId: store, webhookId: off!, enabled: false })
    await remove(world, gone!)
    const { failing_webhooks, steps } = await ask('overview', { store, days: 7, offset: 0 })
    assert.deepEqual(failing_webhooks.map(({ host, enabled }) => [host, enabled]).sort(), [
      ['failing.example', true],
      ['off.example', false],
    ])
    assert.equal(steps.webhook, true)
  })

  test('API use from a future minute, recorded before the clock was set back, is not shown', async () => {
    const app = await open()
    const { ask, store } = await newOwner(app)
    await ask('generateKey', { store })
    const minute = Math.floor(app.world.now() / 60_000) + 5
    await addApiUse(app.world.db, { store_id: store, operation: 'read_product', minute, requests: 7 })
    const { operations } = await ask('readUse', { store })
    const { minutes, total } = operations.find(({ operation }) => operation === 'read_product')!
    assert.deepEqual([minutes.length, total], [60, 0])
  })

  test('the viewer’s own member, session and invitation are marked', async () => {
    const app = await open()
    const { ask, call, store, id } = await newOwner(app)
    const [helper, guest] = [await newPerson(app, 'Ravi'), await newPerson(app, 'Meera')]
    await join(app, store, helper, 'manager')
    const { members } = await ask('readTeam', { store })
    assert.deepEqual(
      members.filter(({ you }) => you).map(({ person_id }) => person_id),
      [id],
    )
    await openSession(app.world.db, app.world, id, { userAgent: 'another' })
    const { sessions } = await ask('listSessions', {})
    assert.deepEqual(
      sessions.filter(({ current }) => current).map(({ user_agent }) => user_agent),
      ['test'],
    )
    assert.equal(sessions.length, 2)
    const { link } = await ask('invite', { store, email: guest.email, role: 'staff' })
    const token = link!.split('#')[1]!
    assert.equal((await guest.ask('readInvitation', { token })).for_you, true)
    assert.equal((await call('readInvitation', { token })).body.for_you, false)
  })

  test('an order shows the payment that paid for it, attempts at existing webhooks, and why a mail failed', async () => {
    const app = await open()
    const { ask, store } = await newOwner(app)
    const { world } = app
    const { product_id: product } = await ask('createProduct', { store, ...aProduct() })
    const begun = await startCheckout(world, { storeId: store, productId: product, input: aCustomer() })
    assert.ok('checkout' in begun)
    const pay = () => startPayment(world, testGateway(world), begun.checkout)
    const [, { reference, amount_paise: amountPaise }] = [await pay(), await pay()]
    const live = { gateway: 'razorpay', account: 'rzp_live_1' } as const
    await rowsOf(world.db, (sql) => sql.updateTable('payments').set(live).where('store_id', '=', store))
    const settled = await settlePayment(world, {
      storeId: store,
      gateway: 'razorpay',
      reference,
      amountPaise,
    })
    assert.ok(settled.kind === 'ordered')
    const order = settled.orderId
    await ask('changeOrderStatus', { store, order, status: 'cancelled' })
    assert.equal((await ask('readOrder', { store, order })).refund, 'due')

    const url = 'https://shop.example/hook'
    const { webhook_id } = await addWebhook(world, { storeId: store, url })
    await insertAttempt(world.db, {
      ...{ store_id: store, webhook_id, sequence: 1, id: randomUUID(), at: world.now() },
      ...{ duration_ms: 1, status: 500, failure: null, answer: null },
    })
    const tried = async () =>
      (await ask('readOrder', { store, order })).timeline.flatMap((entry) =>
        entry.kind === 'webhook' ? [entry.host] : [],
      )
    assert.deepEqual(await tried(), ['shop.example'])
    await remove(world, webhook_id)
    assert.deepEqual(await tried(), [])

    const last_error = 'connect ECONNREFUSED 127.0.0.1:25'
    await rowsOf(world.db, (sql) =>
      sql
        .updateTable('mails')
        .set({ last_error })
        .where('order_id', '=', order)
        .where('kind', '=', 'started'),
    )
    const failures = (await ask('readOrder', { store, order })).timeline.flatMap((entry) =>
      entry.kind === 'mail' ? [`${entry.mail} ${entry.failure}`] : [],
    )
    assert.deepEqual(failures.sort(), ['cancelled null', 'started server'])
  })

  test('a part of an imported file has 200 rows at most', async () => {
    const app = await open()
    const { call, store } = await newOwner(app)
    const send = (rows: number) =>
      call('importProducts', {
        store,
        import_id: randomUUID(),
        first_row: 1,
        titles: ['name'],
        rows: Array(rows).fill(['']),
      })
    assert.equal((await send(201)).body.error, 'Send at most 200 rows at a time')
    assert.equal((await send(200)).status, 200)
  })
})
