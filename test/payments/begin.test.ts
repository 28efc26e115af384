import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aProduct } from '../../harness/app/app.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { aCustomer } from '../../harness/shops/shop.ts'
import { startCheckout } from '../../server/actions/orders/start-checkout.ts'
import { openPayment } from '../../server/actions/payments/open-payment.ts'
import { deleteProduct } from '../../server/actions/products/delete-product.ts'
import type { PurchaseInput } from '../../server/rules/checkout/purchase.ts'
import { findCheckout, reservedQuantities, setCheckoutStatus } from '../../server/storage/orders/checkouts.ts'
import { settling } from '../help/payments/settling.ts'

onEachEngine((running) => {
  const { lapse, open, payFor, settle, world } = settling(running)

  test('a higher shipping cost than was shown is reported first, at an unchanged price too', async () => {
    const { storeId, productId } = await open({ price: 100, shipping_cost: 40 })
    const begin = (shippingPaise: number) =>
      startCheckout(world(), {
        storeId,
        productId,
        input: aCustomer(),
        seen: { unitPricePaise: 10_000, shippingPaise },
      })
    const told = await begin(3000)
    assert.ok('problems' in told)
    assert.deepEqual(
      [...told.problems],
      [['price', 'The price has changed. It is now ₹100.00 and ₹40.00 for delivery.']],
    )
    assert.ok('checkout' in (await begin(4000)))
  })

  test('a changed price is reported together with other mistakes', async () => {
    const { storeId, productId } = await open({ price: 100 })
    const told = await startCheckout(world(), {
      ...{ storeId, productId, input: aCustomer({ pincode: '1' }) },
      ...{ seen: { unitPricePaise: 9000, shippingPaise: 0 }, asked: 'others' },
    })
    assert.deepEqual('problems' in told && [...told.problems.keys()], ['price', 'questions', 'pincode'])
  })

  test('an amount too large to be exact to the paisa is refused', async () => {
    const shop = await open({ price: 9_999_999_999, stock: 100_000 })
    const asked = await shop.reserve({ quantity: '10000' })
    assert.ok('problems' in asked)
    assert.deepEqual([...asked.problems], [['quantity', 'Enter a smaller quantity']])
    assert.ok('checkout' in (await shop.reserve({ quantity: '9000' })))
  })

  test('a customer with an unpaid checkout is recognised by e-mail or phone, on any network', async () => {
    const { storeId, productId } = await open({ stock: 40 })
    let networks = 0
    const begin = (changes: Partial<PurchaseInput>) =>
      startCheckout(world(), {
        storeId,
        productId,
        input: aCustomer(changes),
        network: `network ${networks++}`,
      })
    const other = { email: 'ravi@example.com', phone: '9812345670' }
    assert.ok('checkout' in (await begin({ quantity: '20' })))
    assert.ok('problems' in (await begin({ ...other, email: aCustomer().email! })))
    assert.ok('problems' in (await begin({ ...other, phone: aCustomer().phone! })))
    assert.ok('checkout' in (await begin(other)))
  })

  test('a list of products counts no reservation that has ended or run out', async () => {
    const { storeId, productId, reserve } = await open()
    const held = async () =>
      (await reservedQuantities(world().db, storeId, [productId], world().now())).get(productId)
    const begin = async (quantity: string) => {
      const started = await reserve({ quantity })
      assert.ok('checkout' in started)
      return started.checkout
    }
    const ended = await begin('1')
    await begin('2')
    assert.equal(await held(), 3)
    await setCheckoutStatus(world().db, storeId, ended.id, 'ended')
    assert.equal(await held(), 2)
    lapse()
    assert.equal(await held(), undefined)
  })

  test('two customers pay on a page each, and a form sent again leads to its own', async () => {
    const shop = await open()
    const begin = async () => {
      const started = await shop.reserve()
      assert.ok('checkout' in started)
      return started.checkout
    }
    const [first, second] = [await begin(), await begin()]
    const paths = [await openPayment(world(), first), await openPayment(world(), second)]
    assert.notEqual(paths[0], paths[1])
    assert.deepEqual([await openPayment(world(), first), await openPayment(world(), second)], paths)
    for (const checkout of [first, second]) await settle(await payFor(checkout))
    const orders = [first, second].map((checkout) => openPayment(world(), { ...checkout, status: 'paid' }))
    assert.equal(new Set(await Promise.all(orders)).size, 2)
  })

  test('a reservation of one product takes no stock of another, also for the same form', async () => {
    const { seller, storeId, productId, reserve } = await open({ stock: 1 })
    const { body } = await seller.call('POST', '/api/products/create', aProduct({ stock: 2 }))
    const send = (product: string, quantity: string) =>
      startCheckout(world(), {
        ...{ storeId, productId: product, attempt: 'the-same-form' },
        input: aCustomer({ quantity }),
      })
    const held = await send(productId, '1')
    assert.ok('checkout' in held)
    assert.ok('checkout' in (await send(body.product_id, '2')))
    assert.ok('problems' in (await reserve()))
    await deleteProduct(world(), { storeId, id: body.product_id })
    assert.equal((await findCheckout(world().db, storeId, held.checkout.id))?.status, 'open')
  })

  test('deleting a product ends its open checkouts', async () => {
    const { storeId, productId, reserve } = await open()
    const started = await reserve()
    assert.ok('checkout' in started)
    await deleteProduct(world(), { storeId, id: productId })
    assert.equal((await findCheckout(world().db, storeId, started.checkout.id))?.status, 'ended')
  })
})
