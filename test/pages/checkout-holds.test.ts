import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { openPage, type PageAnswer } from '../../harness/shops/page.ts'
import { aCustomer } from '../../harness/shops/shop.ts'
import { CUSTOMER, hiddenFields, newShop } from '../../harness/shops/shopper.ts'
import { startCheckout } from '../../server/actions/orders/start-checkout.ts'
import { RESERVATION_MS } from '../../server/rules/checkout/checkout.ts'
import type { PurchaseInput } from '../../server/rules/checkout/purchase.ts'

const cookieOf = ({ headers }: PageAnswer) => (headers.get('set-cookie') ?? '').split(';')[0]!

/** Reservations of customers who have not paid yet. */
onEachEngine((running) => {
  const shopWith = (product: object) => {
    running.clock.advance(61_000) // a new minute for the rate limit per address
    return newShop(running.app, product)
  }

  test('a form sent twice, even at once, reserves its stock once and leads to one payment', async () => {
    const shop = await shopWith({ stock: 3 })
    const { hidden } = await shop.openForm()
    const fields = { ...hidden, ...CUSTOMER, quantity: '3' }
    const answers = await Promise.all([1, 2, 3].map(() => shop.send(fields)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303, 303],
    )
    assert.equal((await shop.checkouts()).length, 1)
    const first = await shop.send(fields)
    const second = await shop.send(fields)
    assert.equal(first.headers.get('location'), second.headers.get('location'))
    assert.equal((await shop.checkouts()).length, 1)
  })

  test('a form sent again with changes replaces its reservation', async () => {
    const shop = await shopWith({ stock: 3 })
    const { hidden } = await shop.openForm()
    assert.equal((await shop.send({ ...hidden, ...CUSTOMER, quantity: '3' })).status, 303)
    assert.equal((await shop.send({ ...hidden, ...CUSTOMER, quantity: '2', city: 'Mysuru' })).status, 303)
    const open = (await shop.checkouts()).filter(({ status }) => status === 'open')
    assert.deepEqual(
      open.map(({ quantity, address }) => [quantity, JSON.parse(address ?? '').city]),
      [[2, 'Mysuru']],
    )
  })

  test('stock reserved by a browser is taken for others and still available to itself', async () => {
    const shop = await shopWith({ stock: 1 })
    const form = await shop.openForm()
    assert.match(form.headers.get('set-cookie') ?? '', /HttpOnly; SameSite=Lax/)
    assert.equal((await shop.send({ ...form.hidden, ...CUSTOMER })).status, 303)

    assert.match(
      (await openPage(running.app, shop.path)).text,
      /Out of stock .*Somebody is paying for what is left just now/,
    )
    assert.match((await shop.openForm()).text, /is sold out Somebody is paying for what is left just now/)
    const own = { cookie: cookieOf(form) }
    assert.match((await openPage(running.app, shop.path, { headers: own })).text, /Only 1 left/)
    const again = await shop.openForm('', own)
    assert.equal(again.hidden.attempt, form.hidden.attempt)
    assert.equal((await shop.send({ ...again.hidden, ...CUSTOMER, name: 'Asha R' })).status, 303)
  })

  test('a paid form leads to its order, however the product has changed, and a new visit gets a new form', async () => {
    const shop = await shopWith({ stock: 1, size: ['M', 'L'] })
    const form = await shop.openForm()
    const own = { cookie: cookieOf(form) }
    const sent = { ...form.hidden, ...CUSTOMER, size: 'M' }
    assert.equal((await shop.send(sent)).status, 303)
    const order = await shop.pay()
    const leads = async () =>
      assert.equal((await shop.send(sent)).headers.get('location'), `/o/${order.token}`)
    await leads() // with nothing left in stock
    assert.match(
      (await shop.openForm('', own)).text,
      /is sold out You have bought this already: see your order \. There is none left just now/,
    )
    const edit = async (changes: object) =>
      assert.equal((await shop.call('PUT', `/api/products/${shop.productId}/edit`, changes)).status, 200)
    await edit({ name: 'Another name', price: 120, current_price: 120, size: ['XL'], stock: 5 })
    await leads()
    const back = await shop.openForm('', own)
    assert.notEqual(back.hidden.attempt, form.hidden.attempt)
    assert.match(back.text, /You have bought this already: see your order \. To buy again, send this form\./)
    assert.ok(back.html.includes(`href="/o/${order.token}"`))
    assert.doesNotMatch(
      (await shop.openForm()).text,
      /bought this already/,
      'without the cookie of the buyer',
    )

    await edit({ is_active: false })
    await leads()
    const other = await shop.send({ ...sent, quantity: '2' })
    assert.equal(other.status, 422)
    assert.match(
      other.text,
      /You have bought this already: see your order \. .*This product is not for sale just now/,
    )
    assert.doesNotMatch(other.text, /To buy again/)
    const cancelled = { status: 'cancelled' } // A product with an active order cannot be deleted.
    assert.equal((await shop.call('PUT', `/api/orders/${order.id}/status`, cancelled)).status, 200)
    assert.equal((await shop.call('DELETE', `/api/products/${shop.productId}`)).status, 200)
    await leads()
    const withdrawn = await shop.send({ ...sent, attempt: 'x'.repeat(24) })
    assert.equal(withdrawn.status, 404)
    assert.match(withdrawn.text, /This is no longer offered .*Nothing was ordered or charged/)
    assert.equal((await shop.checkouts()).length, 1)
  })

  test('a changed form that was already paid comes back with a notice, and is accepted when sent again', async () => {
    const shop = await shopWith({ price: 100, stock: 3, size: ['M', 'L'] })
    const form = await shop.openForm() // the same form in two tabs, which share the cookie
    assert.equal((await shop.send({ ...form.hidden, ...CUSTOMER, size: 'M' })).status, 303)
    const order = await shop.pay()
    const other = { ...CUSTOMER, size: 'L', quantity: '2', name: 'Ravi Kumar' }
    const sendOther = (cookie: string) => shop.send({ ...form.hidden, ...other }, { cookie })
    const told = await sendOther(cookieOf(form))
    assert.equal(told.status, 422)
    assert.match(told.text, /You have bought this already: see your order \. To buy again, send this form\./)
    assert.ok(told.html.includes(`href="/o/${order.token}"`))
    assert.match(told.html, /name="name" value="Ravi Kumar"/)
    assert.match(told.text, /Total ₹200\.00/)
    assert.doesNotMatch(told.text, /another look/)
    assert.equal((await shop.checkouts()).length, 1)

    const { attempt } = hiddenFields(told.html)
    assert.notEqual(attempt, form.hidden.attempt)
    assert.ok(cookieOf(told).endsWith(`=${attempt}`))
    assert.equal(hiddenFields((await sendOther(cookieOf(told))).html).attempt, attempt, 'after a reload')
    running.clock.advance(1) // so that the order in which both began is defined
    const sendAgain = async () =>
      (await shop.send({ ...hiddenFields(told.html), ...other })).headers.get('location')
    assert.equal(await sendAgain(), await sendAgain())
    assert.notEqual((await shop.pay()).id, order.id)
    assert.deepEqual(
      (await shop.checkouts()).map(({ customer_name, size, quantity, status }) => [
        ...[customer_name, size, quantity, status],
      ]),
      [
        ['Asha Rao', 'M', 1, 'paid'],
        ['Ravi Kumar', 'L', 2, 'paid'],
      ],
    )
    const late = await sendOther(cookieOf(form))
    assert.match(late.text, /is sold out You have bought this already: see your order/)
  })

  test('a changed form that was already paid also reports a new price or a mistake', async () => {
    const shop = await shopWith({ price: 100, stock: 5 })
    const { hidden } = await shop.openForm()
    assert.equal((await shop.send({ ...hidden, ...CUSTOMER })).status, 303)
    await shop.pay()
    const mistaken = await shop.send({ ...hidden, ...CUSTOMER, pincode: '5' })
    assert.match(mistaken.text, /bought this already.*One thing needs another look Enter a 6-digit pincode/)
    await shop.call('PUT', `/api/products/${shop.productId}/edit`, { current_price: 120, price: 120 })
    const dearer = await shop.send({ ...hidden, ...CUSTOMER, quantity: '2' })
    assert.match(dearer.text, /bought this already.*The price has changed\. It is now ₹120\.00/)
  })

  test('a form sent again after its reservation expired reserves what is left for another 15 minutes', async () => {
    const shop = await shopWith({ stock: 1 })
    const [first, other] = [await shop.openForm(), await shop.openForm()]
    const send = () => shop.send({ ...first.hidden, ...CUSTOMER })
    assert.equal((await send()).status, 303)
    running.clock.advance(RESERVATION_MS)
    assert.equal((await shop.send({ ...other.hidden, ...CUSTOMER })).status, 303)
    assert.match((await send()).html, /Somebody is paying for what is left just now/)
    running.clock.advance(RESERVATION_MS)
    assert.equal((await send()).status, 303)
    assert.match((await shop.openForm()).text, /Somebody is paying for what is left just now/)
  })

  test('one of ten customers for the last piece gets it', async () => {
    const shop = await shopWith({ stock: 1 })
    const forms = await Promise.all(Array.from({ length: 10 }, () => shop.openForm()))
    const answers = await Promise.all(forms.map(({ hidden }) => shop.send({ ...hidden, ...CUSTOMER })))
    assert.equal(answers.filter(({ status }) => status === 303).length, 1)
    assert.equal((await shop.checkouts()).length, 1)
  })

  test('an unpaid customer can reserve at most half of the stock, and more once it is paid', async () => {
    const shop = await shopWith({ stock: 40 })
    const order = async (fields: Record<string, string>) => {
      const { hidden } = await shop.openForm()
      return shop.send({ ...hidden, ...CUSTOMER, ...fields })
    }
    assert.match(
      (await order({ quantity: '21' })).html,
      /quantity-problem">At most 20 can be ordered at once</,
    )
    assert.equal((await order({ quantity: '20' })).status, 303)
    const other = { email: 'ravi@example.com', phone: '9812345670' }
    assert.match(
      (await order({ ...other, quantity: '1' })).html,
      /You, or somebody on your network, has not paid for 20 of these yet\. Pay for those first/,
    )
    await shop.pay()
    assert.equal((await order({ ...other, quantity: '10' })).status, 303)
  })

  test('a form sent again does not count its own reservation against itself', async () => {
    const { store_id: storeId, productId } = await shopWith({ stock: 40 })
    const hold = async (network: string, attempt: string, given: Partial<PurchaseInput>) => {
      const wish = { storeId, productId, network, attempt, input: aCustomer(given) }
      return 'checkout' in (await startCheckout(running.app.world, wish))
    }
    assert.ok(await hold('one', 'first', { quantity: '12' }))
    assert.ok(await hold('two', 'other', { quantity: '10', email: 'ravi@example.com', phone: '9812345670' }))
    assert.ok(await hold('one', 'first', { quantity: '11' }))
  })

  test('a checkout begun by the operator may reserve the whole stock', async () => {
    const { store_id: storeId, productId } = await shopWith({ stock: 40 })
    const all = { storeId, productId, input: aCustomer({ quantity: '40' }) }
    assert.ok('checkout' in (await startCheckout(running.app.world, all)))
  })

  test('a shortage is reported beside the quantity field', async () => {
    const shop = await shopWith({ stock: 2 })
    const { hidden } = await shop.openForm()
    const page = await shop.send({ ...hidden, ...CUSTOMER, quantity: '3' })
    assert.match(page.html, /id="quantity-problem">Only 2 left</)
  })
})
