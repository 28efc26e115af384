import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CsvReader } from '../../../contract/csv.ts'
import { openOnEachEngine } from '../../../harness/app/on-each-engine.ts'
import { ownerWithProduct, placeOrder } from '../../../harness/shops/dashboard-shop.ts'
import { placePaidOrder } from '../../../harness/shops/paid-order.ts'
import { reviewOrder } from '../../../server/actions/orders/review-order.ts'
import { wordOrders } from '../../../server/actions/orders/word-orders.ts'
import { rowsOf } from '../../../server/storage/statement.ts'

openOnEachEngine('orders in the dashboard', (open) => {
  test('an order is moved to delivered, and its timeline shows who did what from where', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, call, store } = owner
    const order = await placeOrder(app, owner, { quantity: '3' })
    const first = await ask('readOrder', { store, order })
    assert.deepEqual(first.next, ['processing', 'cancelled'])
    assert.deepEqual([first.unit_price, first.shipping, first.order.order_details.amount], [100, 20, 320])
    assert.match(first.customer_page, /\/o\/[\w-]{30,}$/)
    const skipped = await call('changeOrderStatus', { store, order, status: 'delivered' })
    assert.equal(skipped.body.code, 'impossible_step')
    const wrong = await call('changeOrderStatus', {
      store,
      order,
      status: 'processing',
      tracking_url: 'http://x',
    })
    assert.deepEqual(wrong.body.fields, { tracking_url: 'tracking_url must be a valid HTTPS URL' })

    const tracking_url = 'https://courier.example.com/1'
    const late = {
      store,
      order,
      status: 'processing',
      tracking_url,
      was: { tracking_url: 'https://x.example' },
    }
    assert.equal((await call('changeOrderStatus', late)).body.code, 'changed_meanwhile')
    for (const status of ['processing', 'dispatched', 'delivered']) {
      app.clock.advance(1000)
      await ask('changeOrderStatus', {
        store,
        order,
        status,
        ...(status === 'dispatched' && { tracking_url }),
      })
    }
    app.clock.advance(1000)
    await reviewOrder(app.world, { store_id: store, id: order }, { rating: 5, review: null })
    const { timeline, next, mails } = await ask('readOrder', { store, order })
    assert.deepEqual(next, [])
    assert.deepEqual(
      mails.map(({ mail }) => mail),
      ['started', 'processing', 'dispatched', 'delivered'],
    )
    const changes = timeline.filter((entry) => entry.kind === 'status')
    assert.deepEqual(
      changes.map(({ from, to, source, actor }) => [from, to, source, actor].join(' ')).slice(1),
      [
        'started processing dashboard Asha',
        'processing dispatched dashboard Asha',
        'dispatched delivered dashboard Asha',
        'delivered delivered customer review',
      ],
    )
    assert.deepEqual(
      timeline.flatMap((entry) => (entry.kind === 'stock' ? [entry.change] : [])),
      [-3],
    )
    const payment = timeline.find((entry) => entry.kind === 'payment')
    assert.deepEqual([payment?.gateway, payment?.amount, payment?.status], ['test', 320, 'paid'])
    const times = timeline.map(({ at }) => at)
    assert.deepEqual(times, times.toSorted())
    const { items } = await ask('listAudit', { store })
    assert.equal(items[0]?.detail, 'dispatched → delivered')
  })

  test('a cancelled order returns its stock in the timeline, once', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, call, store } = owner
    const order = await placeOrder(app, owner, { quantity: '2' })
    app.clock.advance(10)
    await ask('changeOrderStatus', { store, order, status: 'cancelled' })
    const again = await call('changeOrderStatus', { store, order, status: 'cancelled' })
    assert.equal(again.body.error, 'Cannot update order status. Order is already cancelled.')
    const { timeline } = await ask('readOrder', { store, order })
    assert.deepEqual(
      timeline.flatMap((entry) => (entry.kind === 'stock' ? [entry.change] : [])),
      [-2, 2],
    )
  })

  test('of two members who change a tracking link at once one gets a conflict', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, call, store } = owner
    const order = await placeOrder(app, owner)
    await ask('changeOrderStatus', { store, order, status: 'processing' })
    const was = { tracking_url: '' }
    const links = ['https://a.example', 'https://b.example'].map((tracking_url) =>
      call('changeOrderStatus', { store, order, status: 'processing', tracking_url, was }),
    )
    assert.deepEqual((await Promise.all(links)).map(({ status }) => status).sort(), [200, 409])
  })

  test('a move of an order is refused if its status has changed since it was seen', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, call, store } = owner
    const order = await placeOrder(app, owner)
    const cancel = { store, order, status: 'cancelled', was: { status: 'processing' } }
    for (const status of ['processing', 'dispatched'])
      await ask('changeOrderStatus', { store, order, status })
    assert.equal((await call('changeOrderStatus', cancel)).body.code, 'changed_meanwhile')
    assert.equal((await ask('readOrder', { store, order })).order.status, 'dispatched')
    await ask('changeOrderStatus', { ...cancel, was: { status: 'dispatched', tracking_url: '' } })
    assert.equal((await ask('readOrder', { store, order })).order.status, 'cancelled')
  })

  test('a mail is sent again only if it is not already waiting to be sent', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, call, store } = owner
    const order = await placeOrder(app, owner)
    await rowsOf(app.world.db, (sql) =>
      sql.updateTable('mails').set({ status: 'sent', sent_at: 1 }).where('order_id', '=', order),
    )
    const owed = async () => (await ask('readOrder', { store, order })).mails
    const at = new Date(app.world.now()).toISOString()
    assert.deepEqual(await owed(), [{ mail: 'started', at, waits: false }])
    app.clock.advance(1)
    await ask('resendMail', { store, order, mail: 'started' })
    assert.deepEqual(await owed(), [{ mail: 'started', at, waits: true }])
    assert.equal((await call('resendMail', { store, order, mail: 'started' })).status, 400)
    assert.equal((await call('resendMail', { store, order, mail: 'nonsense' })).status, 400)
    const { items } = await ask('listAudit', { store })
    assert.deepEqual([items[0]?.action, items[0]?.detail], ['order.mail_resent', 'started'])
    const { timeline } = await ask('readOrder', { store, order })
    assert.deepEqual(
      timeline.flatMap((entry) => (entry.kind === 'mail' ? [[entry.at.slice(0, 4), entry.status]] : [])),
      [
        ['1970', 'sent'],
        [new Date(app.world.now()).toISOString().slice(0, 4), 'pending'],
      ],
    )
  })

  test('orders are found by status, time and text, newest first, page by page', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, call, store } = owner
    const ids: string[] = []
    const begin = app.world.now()
    const at = (n: number) => new Date(begin + n * 1000).toISOString()
    for (const name of ['Meera Nair', 'Arjun', 'Meera Shah', 'Dev', 'Esha']) {
      app.clock.advance(1000)
      ids.unshift(await placeOrder(app, owner, { name, email: `${name.split(' ')[0]}@example.com` }))
    }
    await ask('changeOrderStatus', { store, order: ids[1]!, status: 'processing' })
    const found = async (query: object) =>
      (await ask('listOrders', { store, ...query })).items.map(({ id }) => id)
    assert.deepEqual(await found({}), ids)
    assert.deepEqual(await found({ status: 'processing' }), [ids[1]])
    await ask('changeOrderStatus', { store, order: ids[0]!, status: 'cancelled' })
    assert.deepEqual(await found({ status: 'to_prepare' }), ids.slice(1))
    const some = await ask('listOrders', { store, status: 'to_prepare', limit: 2 })
    assert.deepEqual(await found({ status: 'to_prepare', limit: 2, after: some.next! }), ids.slice(3))
    assert.deepEqual(await found({ search: 'meera' }), [ids[2], ids[4]])
    assert.deepEqual(await found({ search: ids[3]! }), [ids[3]])
    assert.deepEqual(await found({ search: ids[3]!.slice(0, 13) }), [ids[3]])
    assert.deepEqual(await found({ search: ids[3]!, status: 'to_prepare', to: at(3) }), [ids[3]])
    assert.deepEqual(await found({ search: ids[3]!, status: 'processing' }), [])
    assert.deepEqual(await found({ search: ids[3]!.slice(0, 8), from: at(3) }), [])
    assert.deepEqual(await found({ search: 'DEV@example' }), [ids[1]])
    assert.deepEqual(await found({ search: 'shah meera' }), [ids[2]])
    assert.deepEqual(await found({ search: 'meera arjun' }), [])
    assert.deepEqual(await found({ search: '98765 43210', status: 'processing' }), [ids[1]])
    const far = await placeOrder(app, owner, { pincode: '781001' })
    assert.deepEqual(await found({ search: '781001' }), [far])
    await ask('changeOrderStatus', { store, order: far, status: 'cancelled' })
    assert.deepEqual(await found({ from: at(2), to: at(4) }), [ids[2], ids[3]])
    const page = await ask('listOrders', { store, limit: 3 })
    assert.deepEqual(await found({ limit: 2, after: page.next! }), ids.slice(2, 4))
    const first = await ask('listOrders', { store, search: 'me', limit: 1 })
    assert.deepEqual(await found({ search: 'me', limit: 1, after: first.next! }), [ids[4]])
    for (const parts of [
      ['arjun\0', 1, ids[0]],
      ['arjun', 1, '\0'],
      ['arjun\ud800', 1, ids[0]],
    ]) {
      const after = Buffer.from(JSON.stringify(parts)).toString('base64url')
      assert.equal((await call('listOrders', { store, search: 'arjun', after })).status, 400)
    }
    const unknown = await call('listOrders', { store, search: 'arjun', after: first.next! })
    assert.equal(unknown.body.error, 'This page of the list is not known')
    assert.equal((await call('listOrders', { store, from: 'yesterday' })).status, 400)
    assert.equal((await call('listOrders', { store, status: 'lost' })).status, 400)
  })

  test('orders are exported with the filters of the list, and no cell is a formula', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, send, store, product } = owner
    const custom_questions = [{ question: 'Engraving?', type: 'text' as const }]
    await ask('editProduct', { store, product, custom_questions, colors: ['Brass'] })
    const answers = ['For Ravi']
    const given = { answers, color: 'Brass', special_instructions: 'Ring twice' }
    const first = await placeOrder(app, owner, { ...given, name: '=1+1', quantity: '3', line2: 'Flat 4' })
    app.clock.advance(1000)
    const second = await placeOrder(app, owner, { ...given, name: 'Meera Nair' })
    await ask('changeOrderStatus', { store, order: second, status: 'processing' })
    const exported = async (query = '') => {
      const response = await send('GET', `/dashboard/api/stores/${store}/orders.csv${query}`)
      assert.match(response.headers.get('content-disposition')!, /filename="orders.csv"/)
      const [titles = [], ...rows] = new CsvReader().push(response.text)
      return rows.map((row) => Object.fromEntries(titles.map((title, i) => [title, row[i]])))
    }
    const rows = await exported()
    assert.deepEqual(
      rows.map((row) => [row.Order, row['Order number']]),
      [
        [second, '1002'],
        [first, '1001'],
      ],
    )
    const { Placed, Status, Quantity, Price, Shipping, Amount, Test, Colour, Wishes, Answers } = rows[1]!
    assert.match(Placed!, /^\d{4}-\d\d-\d\d \d\d:\d\d$/)
    assert.deepEqual([Status, Quantity, Price, Shipping, Amount], ['Order received', '3', '100', '20', '320'])
    assert.deepEqual([Test, Colour, Wishes, Answers], ['yes', 'Brass', 'Ring twice', 'Engraving?: For Ravi'])
    assert.deepEqual(
      rows.map(({ Address }) => Address),
      ['12 Church Street', '12 Church Street, Flat 4'],
    )
    const { Customer, Phone, City, Pincode } = rows[1]!
    assert.deepEqual([Customer, Phone, City, Pincode], ['=1+1', '9876543210', 'Bengaluru', '560001'])
    const file = await send('GET', `/dashboard/api/stores/${store}/orders.csv`)
    assert.doesNotMatch(file.text.slice(1), /(^|,)"[=+\-@]/m)
    for (const query of [
      '?status=processing',
      '?search=meera',
      `?from=${new Date(app.world.now()).toISOString()}`,
    ])
      assert.deepEqual(
        (await exported(query)).map(({ Order }) => Order),
        [second],
        query,
      )
    assert.deepEqual(await exported('?search=nobody'), [])
  })

  test('orders from before the search index are found once the worker has indexed them', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, store } = owner
    const order = await placeOrder(app, owner, { name: 'Zubin' })
    const { db } = app.world
    await rowsOf(db, (sql) => sql.deleteFrom('order_words').where('word', '=', 'zubin'))
    const long = 'ﬃ'.repeat(19)
    await rowsOf(db, (sql) =>
      sql
        .updateTable('orders')
        .set({ customer_name: `Zubin ${long}ff𐍈 ${long}ff𠀀` })
        .where('id', '=', order),
    )
    await rowsOf(db, (sql) => sql.updateTable('orders').set({ worded: 0 }).where('id', '=', order))
    const found = async () => (await ask('listOrders', { store, search: 'zub' })).items.map(({ id }) => id)
    assert.deepEqual(await found(), [])
    assert.equal(await wordOrders(app.world), false)
    assert.deepEqual(await found(), [order])
    await wordOrders(app.world)
    assert.deepEqual(await found(), [order])
  })

  test('the figures of the charts match the orders, however many move at once', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, store } = owner
    const paid = { storeId: store, productId: owner.product }
    const orders = await Promise.all([
      ...Array.from({ length: 6 }, async () => (await placePaidOrder(app.world, paid)).order_id),
      ...Array.from({ length: 2 }, () => placeOrder(app, owner)),
    ])
    const moves = ['processing', 'cancelled', 'processing', 'cancelled', 'processing', 'processing']
    await Promise.all(
      moves.map((status, i) => ask('changeOrderStatus', { store, order: orders[i]!, status })),
    )
    const summed = async () => {
      const { by_status, orders, test_orders, revenue } = await ask('overview', {
        ...{ store, days: 7, offset: 330 },
      })
      return [by_status, orders, test_orders, revenue]
    }
    const by_status = { started: 2, processing: 4, dispatched: 0, delivered: 0, cancelled: 2 }
    assert.deepEqual(await summed(), [by_status, 8, 2, 4 * 120])
    await ask('changeOrderStatus', { store, order: orders[7]!, status: 'cancelled' })
    const moved = { ...by_status, started: 1, cancelled: 3 }
    assert.deepEqual(await summed(), [moved, 8, 2, 4 * 120])
  })
})
