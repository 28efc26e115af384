import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openOnEachEngine } from '../../../harness/app/on-each-engine.ts'
import { ownerWithProduct, placeOrder } from '../../../harness/shops/dashboard-shop.ts'
import { listOrderNumbers } from '../../../server/storage/orders/order-numbers.ts'
import { listEventsAfter } from '../../../server/storage/webhooks/events.ts'

openOnEachEngine('the number of an order', (open) => {
  test('counts the orders of its store from 1001, also for simultaneous orders', async () => {
    const app = await open()
    const [owner, other] = [await ownerWithProduct(app), await ownerWithProduct(app)]
    const { ask, store } = owner
    const first = await placeOrder(app, owner)
    const theirs = await placeOrder(app, other)
    await Promise.all(Array.from({ length: 5 }, () => placeOrder(app, owner)))
    app.clock.advance(1000)
    const last = await placeOrder(app, owner)
    const { items } = await ask('listOrders', { store })
    const numbers = items.map(({ number }) => number)
    assert.deepEqual(numbers.toSorted(), [1001, 1002, 1003, 1004, 1005, 1006, 1007])
    const numberOf = async (order: string) => (await ask('readOrder', { store, order })).number
    assert.deepEqual([await numberOf(first), await numberOf(last)], [1001, 1007])
    assert.equal((await other.ask('readOrder', { store: other.store, order: theirs })).number, 1001)
    for (const { id, number } of items) assert.equal(await numberOf(id), number)
    const announced = await listEventsAfter(app.world.db, store, 0, 10)
    assert.deepEqual(
      announced.map(({ id, sequence }) => [id, sequence]),
      items
        .toSorted((one, next) => one.number - next.number)
        .map(({ id, number }) => [`evt_${id}`, number - 1000]),
      'an event has the number of its order',
    )
    assert.deepEqual([...(await listOrderNumbers(app.world.db, store, [theirs, last]))], [[last, 1007]])
    assert.deepEqual([...(await listOrderNumbers(app.world.db, store, []))], [])
  })

  test('finds it in a search, before other matches; with a # it finds nothing else', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const other = await ownerWithProduct(app)
    const { ask, store } = owner
    const ids: string[] = []
    for (const pincode of ['100201', '560001', '100202', '100203', '560001']) {
      app.clock.advance(1000)
      ids.push(await placeOrder(app, owner, { pincode }))
    }
    for (let n = 0; n < 6; n++) await placeOrder(app, other)
    const [like, meant, liker, likest, fifth] = ids
    const page = (query: object) => ask('listOrders', { store, ...query })
    const found = async (query: object) => (await page(query)).items.map(({ id }) => id)
    for (const search of ['#1002', ' #1002 ', '# 1002', '#१००२'])
      assert.deepEqual(await found({ search }), [meant], search)
    for (const search of ['1002', '१००२'])
      assert.deepEqual(await found({ search }), [meant, like, liker, likest], search)
    assert.deepEqual(await found({ search: '#1005' }), [fifth])
    assert.deepEqual(await found({ search: '1005' }), [fifth])
    for (const search of ['#1006', '1006', '1000', '#1000', '#0002', '#1'])
      assert.deepEqual(await found({ search }), [], search)

    const first = await page({ search: '1002', limit: 2 })
    assert.deepEqual(
      first.items.map(({ id }) => id),
      [meant, like],
    )
    assert.deepEqual(await found({ search: '1002', limit: 2, after: first.next! }), [liker, likest])

    await ask('changeOrderStatus', { store, order: meant!, status: 'processing' })
    assert.deepEqual(await found({ search: '1002', status: 'processing' }), [meant])
    assert.deepEqual(await found({ search: '#1002', status: 'started' }), [])
    assert.deepEqual(await found({ search: '1002', status: 'started' }), [like, liker, likest])
  })

  test('finds the order once even if another of its words matches too', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, store } = owner
    const order = await placeOrder(app, owner, { pincode: '100101' })
    app.clock.advance(1000)
    const next = await placeOrder(app, owner, { pincode: '100102' })
    const { items } = await ask('listOrders', { store, search: '1001' })
    assert.deepEqual(
      items.map(({ id }) => id),
      [order, next],
    )
  })
})
