import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../../harness/services/engines.ts'
import { openPage } from '../../harness/shops/page.ts'
import { CUSTOMER, newShop } from '../../harness/shops/shopper.ts'

/** What a customer who has not paid yet keeps from others. */
onEachEngine((running) => {
  const shopWith = (product: object) => {
    running.clock.advance(61_000) // a new minute for the limit per address
    return newShop(running.app, product)
  }

  test('a form sent twice, also at once, holds the pieces once and leads to one payment', async () => {
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

  test('a form sent again with other wishes takes the place of what it held', async () => {
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

  test('what a browser holds is gone for others and free for itself', async () => {
    const shop = await shopWith({ stock: 1 })
    const form = await shop.openForm()
    const cookie = form.headers.get('set-cookie') ?? ''
    assert.match(cookie, /HttpOnly; SameSite=Lax/)
    assert.equal((await shop.send({ ...form.hidden, ...CUSTOMER })).status, 303)

    assert.match((await openPage(running.app, shop.path)).text, /Out of stock/)
    assert.match((await shop.openForm()).text, /is sold out/)
    const own = { cookie: cookie.split(';')[0]! }
    assert.match((await openPage(running.app, shop.path, { headers: own })).text, /Only 1 left/)
    const again = await shop.openForm('', own)
    assert.equal(again.hidden.attempt, form.hidden.attempt)
    assert.equal((await shop.send({ ...again.hidden, ...CUSTOMER, name: 'Asha R' })).status, 303)
  })

  test('a form that has been paid for leads to its order, and a new visit begins anew', async () => {
    const shop = await shopWith({ stock: 5 })
    const form = await shop.openForm()
    const own = { cookie: (form.headers.get('set-cookie') ?? '').split(';')[0]! }
    assert.equal((await shop.send({ ...form.hidden, ...CUSTOMER })).status, 303)
    const order = await shop.pay()
    const repeated = await shop.send({ ...form.hidden, ...CUSTOMER, quantity: '2' })
    assert.equal(repeated.headers.get('location'), `/o/${order.token}`)
    assert.notEqual((await shop.openForm('', own)).hidden.attempt, form.hidden.attempt)
    assert.equal((await shop.checkouts()).length, 1)
  })

  test('of ten customers for the last piece one gets it', async () => {
    const shop = await shopWith({ stock: 1 })
    const forms = await Promise.all(Array.from({ length: 10 }, () => shop.openForm()))
    const answers = await Promise.all(forms.map(({ hidden }) => shop.send({ ...hidden, ...CUSTOMER })))
    assert.equal(answers.filter(({ status }) => status === 303).length, 1)
    assert.equal((await shop.checkouts()).length, 1)
  })

  test('keeps half of the stock for others while somebody has not paid, and gives it for payment', async () => {
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

  test('a shortage is said beside the quantity', async () => {
    const shop = await shopWith({ stock: 2 })
    const { hidden } = await shop.openForm()
    const page = await shop.send({ ...hidden, ...CUSTOMER, quantity: '3' })
    assert.match(page.html, /id="quantity-problem">Only 2 left</)
  })
})
