import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openOnEachEngine } from '../../../harness/app/on-each-engine.ts'
import { ownerWithProduct, placeOrder } from '../../../harness/shops/dashboard-shop.ts'
import { writeOrderMail } from '../../../server/actions/mails/write-mail.ts'
import { mailsInvariant } from '../../../server/storage/invariants/mails.ts'
import { findOffenders } from '../../../server/storage/invariants.ts'
import { rowsOf } from '../../../server/storage/statement.ts'

const THERE = {
  name: 'Meera Nair',
  number: '+91 98200 12345',
  line1: '4B Marine Heights',
  line2: '',
  pincode: '682 031',
  city: 'Kochi',
  state: 'Kerala',
}

openOnEachEngine('the delivery address of an order', (open) => {
  test('can be changed, shows in both timelines, and is found by its new value', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, store } = owner
    const order = await placeOrder(app, owner, { name: 'Arjun Rao', email: 'arjun@example.com' })
    app.clock.advance(1000)
    const padded = { name: ' Meera Nair ', line1: ' 4B Marine Heights', city: 'Kochi ', state: ' Kerala' }
    await ask('changeDelivery', { store, order, ...THERE, ...padded })
    const view = await ask('readOrder', { store, order })
    assert.deepEqual(view.order.customer, {
      name: 'Meera Nair',
      email: 'arjun@example.com',
      number: '9820012345',
      pincode: '682031',
      full_address: { line1: '4B Marine Heights', city: 'Kochi', state: 'Kerala', country: 'India' },
    })
    assert.deepEqual(
      view.timeline.filter(({ kind }) => kind === 'address'),
      [{ kind: 'address', at: new Date(app.world.now()).toISOString(), source: 'dashboard', actor: 'Asha' }],
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
  })

  test('cannot be changed once the parcel has left or the order is cancelled', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, call, store } = owner
    const cityOf = async (order: string) =>
      (await ask('readOrder', { store, order })).order.customer.full_address?.city
    const staysAfter = async (order: string, ...statuses: string[]) => {
      for (const status of statuses) await ask('changeOrderStatus', { store, order, status })
      const { status, body } = await call('changeDelivery', { store, order, ...THERE, city: 'Pune' })
      const sentence = 'The parcel is no longer with you, so where it goes cannot be changed'
      assert.deepEqual([status, body.error], [400, sentence], statuses.join())
      assert.equal(await cityOf(order), 'Kochi')
    }
    const [sent, cancelled] = [await placeOrder(app, owner), await placeOrder(app, owner)]
    await ask('changeOrderStatus', { store, order: sent, status: 'processing' })
    for (const order of [sent, cancelled]) await ask('changeDelivery', { store, order, ...THERE })
    assert.equal(await cityOf(sent), 'Kochi')
    await staysAfter(sent, 'dispatched')
    await staysAfter(sent, 'delivered')
    await staysAfter(cancelled, 'cancelled')
  })

  test('is mailed to the customer, old and new, once for each change', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, store } = owner
    await ask('changeSettings', { store, contact_email: 'help@lamps.in' })
    const order = await placeOrder(app, owner, { name: 'Arjun Rao', email: 'arjun@example.com' })
    const mails = async () =>
      (
        await rowsOf(app.world.db, (sql) =>
          sql.selectFrom('mails').selectAll().where('order_id', '=', order).orderBy('kind'),
        )
      ).filter(({ kind }) => kind !== 'started')
    app.clock.advance(1000)
    await ask('changeDelivery', { store, order, ...THERE })
    await ask('changeDelivery', { store, order, ...THERE })
    const [first, ...others] = await mails()
    assert.deepEqual(others, [])
    app.clock.advance(1000)
    await ask('changeDelivery', { store, order, ...THERE, city: 'Thrissur' })
    assert.deepEqual(
      (await mails()).map(({ kind }) => kind),
      ['address-2', 'address-3'],
    )
    const { to, replyTo, subject, text, html } = await writeOrderMail(app.world, first!)
    assert.deepEqual([to, replyTo], ['arjun@example.com', 'help@lamps.in'])
    assert.equal(subject, 'New address: Brass lamp (#1001)')
    assert.match(text, /^Order number: 1001$/m)
    for (const said of [text, html]) {
      assert.match(said, /Did you not ask for this\? Tell .* now, before the parcel leaves\./)
      assert.match(said, /write to help@lamps\.in/)
      assert.match(said, /Arjun Rao, 12 Church Street, Bengaluru 560001, Karnataka, India, 9876543210/)
      assert.match(said, /Meera Nair, 4B Marine Heights, Kochi 682031, Kerala, India, 9820012345/)
      assert.doesNotMatch(said, /Thrissur|Questions/)
    }
    const { timeline } = await ask('readOrder', { store, order })
    const told = timeline.flatMap((entry) => (entry.kind === 'mail' ? [entry.mail] : []))
    assert.deepEqual(told, ['started', 'address-2', 'address-3'])
    const shown = await fetch(`${app.url}/dev/mail/${order}/address-2`)
    assert.match(await shown.text(), /New address: Brass lamp/)
    assert.equal((await findOffenders(app.world.db, mailsInvariant, { now: app.world.now() })).count, 0)
  })

  test('is validated as at the checkout, and changed by only one of two members at once', async () => {
    const app = await open()
    const owner = await ownerWithProduct(app)
    const { ask, call, store } = owner
    const order = await placeOrder(app, owner)
    const wrong = { ...THERE, name: ' ', number: '12', pincode: '012345', line1: 'x'.repeat(201) }
    assert.deepEqual((await call('changeDelivery', { store, order, ...wrong })).body.fields, {
      name: 'Enter the name',
      number: 'Enter a 10-digit phone number',
      line1: 'Enter at most 200 characters',
      pincode: 'Enter a pincode that does not begin with 0',
    })
    const nowhere = await call('changeDelivery', { store, order: app.world.newId(), ...THERE })
    assert.deepEqual([nowhere.status, nowhere.body.error], [404, 'Order not found'])
    const one = await call('changeDelivery', { store, order, ...THERE, city: '' })
    assert.deepEqual([one.status, one.body.fields], [400, { city: 'Enter the city' }])
    const floor = { ...THERE, line2: ' Third floor ' }
    await ask('changeDelivery', { store, order, ...floor })
    const { city, line2 } = (await ask('readOrder', { store, order })).order.customer.full_address!
    assert.equal(line2, 'Third floor')
    const stale = await call('changeDelivery', { store, order, ...THERE, was: { line2: '' } })
    assert.equal(stale.body.code, 'changed_meanwhile')
    const answers = await Promise.all(
      ['Pune', 'Nashik'].map((to) =>
        call('changeDelivery', { store, order, ...THERE, city: to, was: { city, line2 } }),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  })

  test('and the status can be changed at the same moment', async () => {
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
