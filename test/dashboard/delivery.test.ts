import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openOnEachEngine } from '../../harness/app/shared-app.ts'
import { ownerWithProduct, placeOrder } from '../../harness/shops/dashboard-shop.ts'

const THERE = {
  name: 'Meera Nair',
  number: '+91 98200 12345',
  line1: '4B Marine Heights',
  line2: '',
  pincode: '682 031',
  city: 'Kochi',
  state: 'Kerala',
}

openOnEachEngine('where an order goes', (open) => {
  test('is changed until the parcel leaves, told in both timelines, and found by what it is now', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, call, store } = owner
    const order = await placeOrder(app, owner, { name: 'Arjun Rao', email: 'arjun@example.com' })
    app.clock.advance(1000)
    await ask('changeDelivery', { store, order, ...THERE })
    const view = await ask('readOrder', { store, order })
    assert.deepEqual(view.order.customer, {
      name: 'Meera Nair',
      email: 'arjun@example.com',
      number: '9820012345',
      pincode: '682031',
      full_address: { line1: '4B Marine Heights', city: 'Kochi', state: 'Kerala', country: 'India' },
    })
    const changes = view.timeline.filter(({ kind }) => kind === 'address')
    assert.deepEqual(
      changes.map(({ at: _, ...entry }) => entry),
      [{ kind: 'address', source: 'dashboard', actor: 'Asha' }],
    )
    assert.match(
      await (await fetch(view.customer_page.replace(app.world.publicUrl, app.url))).text(),
      /Address changed/,
    )
    const found = async (search: string) => (await ask('listOrders', { store, search })).items.length
    for (const now of ['meera', '98200 12345', '682031']) assert.equal(await found(now), 1, now)
    for (const before of ['arjun rao', '9876543210', '560001']) assert.equal(await found(before), 0, before)
    const { items } = await ask('listAudit', { store })
    assert.equal(items[0]?.action, 'order.address_changed')
    await ask('changeDelivery', { store, order, ...THERE })
    assert.deepEqual((await ask('listAudit', { store })).items, items, 'nothing was changed')

    for (const status of ['processing', 'dispatched'])
      await ask('changeOrderStatus', { store, order, status })
    const late = await call('changeDelivery', { store, order, ...THERE, city: 'Pune' })
    assert.deepEqual(
      [late.status, late.body.error],
      [400, 'The parcel is no longer with you, so where it goes cannot be changed'],
    )
    const mended = await ask('readOrder', { store, order })
    assert.equal(mended.order.customer.full_address?.city, 'Kochi')
  })

  test('is judged as at the checkout, and by one of two who change it at once', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, call, store } = owner
    const order = await placeOrder(app, owner)
    const wrong = { ...THERE, name: ' ', number: '12', pincode: '012345', line1: 'x'.repeat(201) }
    assert.deepEqual((await call('changeDelivery', { store, order, ...wrong })).body.fields, {
      name: 'Enter the name',
      number: 'Enter a 10-digit phone number',
      line1: 'Enter at most 200 characters',
      pincode: 'Enter a 6-digit pincode',
    })
    const { city } = (await ask('readOrder', { store, order })).order.customer.full_address!
    const answers = await Promise.all(
      ['Pune', 'Kochi'].map((to) =>
        call('changeDelivery', { store, order, ...THERE, city: to, was: { city } }),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  })

  test('and a step at the same moment both hold', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, store } = owner
    const orders = await Promise.all(Array.from({ length: 6 }, () => placeOrder(app, owner)))
    await Promise.all(
      orders.flatMap((order) => [
        ask('changeDelivery', { store, order, ...THERE }),
        ask('changeOrderStatus', { store, order, status: 'processing' }),
      ]),
    )
    for (const order of orders) {
      const { order: read, timeline } = await ask('readOrder', { store, order })
      assert.deepEqual([read.status, read.customer.pincode], ['processing', '682031'])
      assert.equal(timeline.filter(({ kind }) => kind === 'address' || kind === 'status').length, 3)
    }
  })
})
