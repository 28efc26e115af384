import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { instead } from '../../faults/deeds/instead.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { aCustomer } from '../../harness/shops/shop.ts'
import { startCheckout } from '../../server/actions/orders/start-checkout.ts'
import { settlePayment } from '../../server/actions/payments/settle-payment.ts'
import { deleteProduct } from '../../server/actions/products/delete-product.ts'
import { deleteStore } from '../../server/actions/stores/delete-store.ts'
import type { Engine } from '../../server/storage/engine.ts'
import { insertCheckout } from '../../server/storage/orders/checkouts.ts'
import { lockPayment } from '../../server/storage/payments/payments.ts'
import { lockProduct } from '../../server/storage/products/products.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { findStore, shareStore } from '../../server/storage/stores/stores.ts'
import type { World } from '../../server/world.ts'
import { lockWaits } from '../help/lock-waits.ts'
import { ONE_ORDER, QUARTER_HOUR, settling } from '../help/payments/settling.ts'

onEachEngine((running) => {
  const { lapse, open, payFor, settle, world } = settling(running)
  /** Waits until a session waits for a lock. On PostgreSQL that takes a moment; SQLite lets only one writer in. */
  async function somebodyWaits() {
    if (running.engine === 'sqlite') return
    while ((await lockWaits(world().db)) === 0);
  }
  /** A world that records each attempt of a transaction: the victim of a deadlock has tried twice. */
  function noting(tries: string[], who: string): World {
    const { db } = world()
    const transaction: Engine['transaction'] = (work, how) =>
      db.transaction((tx) => {
        tries.push(who)
        return work(tx)
      }, how)
    return { ...world(), db: instead(db, { transaction }) }
  }

  test('a reservation that expires while its payment waits for a lock takes no stock reserved meanwhile', async () => {
    const shop = await open({ stock: 1 })
    const late = await shop.beginPaying()
    const [found] = await rowsOf(world().db, (sql) =>
      sql.selectFrom('checkouts').selectAll().where('id', '=', late.checkout_id),
    )
    const newcomer = { ...found!, id: world().newId(), expires_at: found!.expires_at + QUARTER_HOUR }
    const [locked, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const given = world().db.transaction(async (tx) => {
      await lockProduct(tx, shop.storeId, shop.productId)
      locked.resolve()
      await waiting.promise
      await insertCheckout(tx, newcomer)
    })
    await locked.promise
    const settled = settle(late)
    await somebodyWaits()
    lapse()
    waiting.resolve()
    await given
    assert.equal((await settled).kind, 'refund_due')
    assert.equal((await settle(await payFor(newcomer))).kind, 'ordered')
    assert.deepEqual(await shop.ledger(), { ...ONE_ORDER, refund_tasks: 1, stock: 0 })
  })

  test('a product deleted while many pay for it is either sold or deleted, never both', async () => {
    const shop = await open({ stock: 9 })
    const payments = await Promise.all(Array.from({ length: 9 }, () => shop.beginPaying()))
    const [deleted, ...settled] = await Promise.all([
      deleteProduct(world(), { storeId: shop.storeId, id: shop.productId }).then(
        () => true,
        () => false,
      ),
      ...payments.map((payment) => settle(payment)),
    ])
    const orders = settled.filter(({ kind }) => kind === 'ordered').length
    if (deleted) assert.equal(orders, 0)
    const { orders: kept, refund_tasks, stock } = await shop.ledger()
    assert.equal(kept, orders)
    assert.equal(kept + refund_tasks, 9)
    assert.equal(stock, deleted ? undefined : 9 - orders)
  })

  test('a store is not deleted when a checkout begins at the same moment, and its payment is settled', async () => {
    const shop = await open()
    const { storeId } = shop
    const { name } = (await findStore(world().db, storeId))!
    const [locked, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const begun = await shop.reserve()
    assert.ok('checkout' in begun)
    lapse()
    const newcomer = { ...begun.checkout, id: world().newId(), expires_at: world().now() + QUARTER_HOUR }
    const tries: string[] = []
    const given = noting(tries, 'buyer').db.transaction(async (tx) => {
      await shareStore(tx, storeId)
      locked.resolve()
      await waiting.promise
      await insertCheckout(tx, newcomer)
    })
    await locked.promise
    const deleted = deleteStore(noting(tries, 'owner'), { storeId, typedName: name, by: 'Asha' })
    await somebodyWaits()
    waiting.resolve()
    await assert.rejects(deleted, /A customer may still pay for what was begun/)
    await given
    assert.deepEqual(tries, ['buyer', 'owner'])
    assert.equal((await settle(await payFor(newcomer))).kind, 'ordered')
  })

  test('a store deleted while money arrives is either deleted or has the order, never both', async () => {
    for (const isFirst of ['deletion', 'money']) {
      const shop = await open()
      const { storeId } = shop
      const { name } = (await findStore(world().db, storeId))!
      const { gateway, reference, amount_paise: amountPaise } = await shop.tryPaying()
      lapse()
      const pay = (at: World) => settlePayment(at, { storeId, gateway, reference, amountPaise })
      const remove = (at: World) => deleteStore(at, { storeId, typedName: name, by: 'Asha' })
      const [first, second] = isFirst === 'money' ? [pay, remove] : [remove, pay]
      const decided = Promise.withResolvers<void>()
      const { db } = world()
      const transaction: Engine['transaction'] = (work, how) =>
        db.transaction(async (tx) => {
          const value = await work(tx)
          decided.resolve()
          await somebodyWaits()
          return value
        }, how)
      const slow = first({ ...world(), db: instead(db, { transaction }) })
      await decided.promise
      const outcomes = await Promise.allSettled([slow, second(world())])
      const told = outcomes.map((each) =>
        each.status === 'fulfilled' ? each.value?.kind : each.reason.message,
      )
      assert.deepEqual(
        told,
        isFirst === 'money'
          ? ['ordered', '1 order is still active. Deliver or cancel them first.']
          : [undefined, 'refused'],
      )
    }
    const gone = { storeId: randomUUID(), gateway: 'test', reference: 'x', amountPaise: 1 } as const
    assert.equal((await settlePayment(world(), gone)).kind, 'refused')
  })

  test('a changed form sent again while its first payment settles waits for it without a deadlock', async () => {
    const { storeId, productId } = await open()
    const send = (at: World, quantity: string) =>
      startCheckout(at, { storeId, productId, input: aCustomer({ quantity }), attempt: 'the-same-form' })
    const first = await send(world(), '1')
    assert.ok('checkout' in first)
    const { gateway, reference } = await payFor(first.checkout)
    const [locked, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const tries: string[] = []
    const paid = noting(tries, 'payment').db.transaction(async (tx) => {
      await lockPayment(tx, storeId, gateway, reference)
      locked.resolve()
      await waiting.promise
      await lockProduct(tx, storeId, productId)
    })
    await locked.promise
    const sent = send(noting(tries, 'form'), '2')
    await somebodyWaits()
    waiting.resolve()
    await paid
    const second = await sent
    assert.ok('checkout' in second && second.checkout.quantity === 2)
    assert.deepEqual(tries, ['payment', 'form'])

    const many = await Promise.all(Array.from({ length: 6 }, (_, i) => send(world(), String(1 + (i % 2)))))
    assert.ok(many.every((each) => 'checkout' in each))
    const left = await rowsOf(world().db, (sql) =>
      sql.selectFrom('checkouts').select('id').where('store_id', '=', storeId).where('status', '=', 'open'),
    )
    assert.equal(left.length, 1)
  })
})
