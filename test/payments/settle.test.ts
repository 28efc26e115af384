import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { instead } from '../../faults/instead.ts'
import { deleteStore } from '../../server/accounts/delete-store.ts'
import { changeOrderStatus } from '../../server/actions/change-order-status.ts'
import { deleteProduct } from '../../server/actions/delete-product.ts'
import { editProduct } from '../../server/actions/edit-product.ts'
import { paymentPage, testGateway } from '../../server/actions/gateways.ts'
import { reviewOrder } from '../../server/actions/review-order.ts'
import { settlePayment } from '../../server/actions/settle-payment.ts'
import { startCheckout } from '../../server/actions/start-checkout.ts'
import { startPayment } from '../../server/actions/start-payment.ts'
import { findCheckout, insertCheckout } from '../../server/storage/checkouts.ts'
import type { Engine } from '../../server/storage/engine.ts'
import { paymentsInvariant } from '../../server/storage/invariants/payments.ts'
import { findOffenders } from '../../server/storage/invariants.ts'
import { listOrderHistory } from '../../server/storage/orders.ts'
import { lockPayment } from '../../server/storage/payments.ts'
import { forgetWhoNeverPaid } from '../../server/storage/personal-data.ts'
import { lockProduct, takeStock } from '../../server/storage/products.ts'
import { listRefundTasks } from '../../server/storage/refund-tasks.ts'
import type { CheckoutRow, PaymentRow } from '../../server/storage/schema.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { findStore, keepStore } from '../../server/storage/stores.ts'
import type { World } from '../../server/world.ts'
import { onEachEngine } from '../help/engines.ts'
import { aCustomer, openShop } from '../help/shop.ts'

const QUARTER_HOUR = 15 * 60_000
const DAY = 24 * 3_600_000
const NOTHING = { orders: 0, events: 0, mails: 0, order_history: 0, refund_tasks: 0, payment_problems: 0 }
const ONE_ORDER = { ...NOTHING, orders: 1, events: 1, mails: 1, order_history: 1 }

onEachEngine((running) => {
  const world = () => running.app.world
  const open = (product: object = {}) => openShop(running.app, product)
  const settle = (
    { store_id: storeId, gateway, reference, amount_paise }: PaymentRow,
    amountPaise = amount_paise,
  ) => settlePayment(world(), { storeId, gateway, reference, amountPaise })
  const payFor = (checkout: CheckoutRow) => startPayment(world(), testGateway(world()), checkout)
  const lapse = () => running.clock.advance(QUARTER_HOUR)
  /** SQLite lets nobody in before the one that writes; on PostgreSQL it takes a moment until a lock is waited for. */
  async function somebodyWaits() {
    if (running.engine === 'sqlite') return
    const sql = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while (!(await world().db.first({ sql, reads: true, name: undefined }, [])));
  }
  /** The world, in which each try of a transaction is noted: who waited in a circle has tried twice. */
  function noting(tries: string[], who: string): World {
    const { db } = world()
    const noted: Engine['transaction'] = (work, how) =>
      db.transaction((tx) => {
        tries.push(who)
        return work(tx)
      }, how)
    const get = (_: Engine, name: keyof Engine) => {
      const value = name === 'transaction' ? noted : db[name]
      return typeof value === 'function' ? value.bind(db) : value
    }
    return { ...world(), db: new Proxy(db, { get } as ProxyHandler<Engine>) }
  }

  test('fifty reports at once make one order, one stock change, one event, one mail', async () => {
    const shop = await open()
    const payment = await shop.beginPaying({ quantity: '2' })
    const settled = await Promise.all(Array.from({ length: 50 }, () => settle(payment)))
    assert.equal(new Set(settled.map((each) => JSON.stringify(each))).size, 1)
    assert.equal(settled[0]?.kind, 'ordered')
    assert.deepEqual(await shop.ledger(), { ...ONE_ORDER, stock: 3 })
  })

  test('fifty reports at once of money that came too late make one refund task', async () => {
    const shop = await open({ stock: 1 })
    const late = await shop.beginPaying()
    lapse()
    await settle(await shop.beginPaying())
    const settled = await Promise.all(Array.from({ length: 50 }, () => settle(late)))
    assert.deepEqual(new Set(settled.map(({ kind }) => kind)), new Set(['refund_due']))
    assert.deepEqual(await shop.ledger(), { ...ONE_ORDER, refund_tasks: 1, stock: 0 })
    const [task] = await listRefundTasks(world().db, shop.storeId)
    assert.deepEqual(
      [task?.payment_id, task?.amount_paise, task?.reason],
      [late.id, late.amount_paise, 'The reservation had run out and the stock is gone'],
    )
  })

  test('no name stands in the way of an order, also where its words part inside of a character', async () => {
    const shop = await open()
    const name = ['𐍈', '𠀀', '😀'].map((end) => `${'ﬃ'.repeat(19)}ff${end}`).join(' ')
    assert.equal((await settle(await shop.beginPaying({ name }))).kind, 'ordered')
    assert.deepEqual(await shop.ledger(), { ...ONE_ORDER, stock: 4 })
  })

  test('two payments of one checkout at once: one order, and the other money goes back', async () => {
    const shop = await open()
    const started = await shop.reserve()
    assert.ok('checkout' in started)
    const payments = await Promise.all([payFor(started.checkout), payFor(started.checkout)])
    const settled = await Promise.all(payments.flatMap((payment) => [settle(payment), settle(payment)]))
    assert.deepEqual(settled.map(({ kind }) => kind).sort(), [
      'ordered',
      'ordered',
      'refund_due',
      'refund_due',
    ])
    assert.deepEqual(await shop.ledger(), { ...ONE_ORDER, refund_tasks: 1, stock: 4 })
  })

  test('a reservation that ran out becomes an order while stock is free, and takes nothing that others hold', async () => {
    const shop = await open({ stock: 2 })
    const [first, second] = [await shop.beginPaying(), await shop.beginPaying()]
    lapse()
    const holder = await shop.beginPaying()
    assert.equal((await settle(first)).kind, 'ordered')
    assert.equal((await settle(second)).kind, 'refund_due')
    assert.equal((await settle(holder)).kind, 'ordered')
    assert.equal((await shop.ledger()).stock, 0)
  })

  test('a reservation that runs out while its payment waits for the product takes nothing given to another then', async () => {
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

  test('twenty whose reservations ran out pay at once for the last piece: one order, nineteen refunds', async () => {
    const shop = await open({ stock: 1 })
    const payments: PaymentRow[] = []
    for (let i = 0; i < 20; i++) {
      payments.push(await shop.beginPaying())
      lapse()
    }
    await Promise.all(payments.map((payment) => settle(payment)))
    assert.deepEqual(await shop.ledger(), { ...ONE_ORDER, refund_tasks: 19, stock: 0 })
  })

  test('a seller who lowers the stock below what is held sells what is left, and the rest goes back', async () => {
    const shop = await open({ stock: 3 })
    const payments = [await shop.beginPaying(), await shop.beginPaying(), await shop.beginPaying()]
    await editProduct(world(), { storeId: shop.storeId, id: shop.productId, input: { stock: 1 } })
    const kinds = (await Promise.all(payments.map((payment) => settle(payment)))).map(({ kind }) => kind)
    assert.deepEqual(kinds.sort(), ['ordered', 'refund_due', 'refund_due'])
    assert.equal((await shop.ledger()).stock, 0)
  })

  test('money that goes back holds nothing any longer', async () => {
    const shop = await open({ stock: 3 })
    const payment = await shop.beginPaying({ quantity: '3' })
    await editProduct(world(), { storeId: shop.storeId, id: shop.productId, input: { stock: 1 } })
    assert.equal((await settle(payment)).kind, 'refund_due')
    assert.ok('checkout' in (await shop.reserve()))
  })

  test('a product that is deleted while many pay for it is either sold or gone, never both', async () => {
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

  test('a store in which somebody begins to buy at the same moment is not deleted, and the money is taken', async () => {
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
      await keepStore(tx, storeId)
      locked.resolve()
      await waiting.promise
      await insertCheckout(tx, newcomer)
    })
    await locked.promise
    const deleted = deleteStore(noting(tries, 'owner'), { storeId, typedName: name })
    await somebodyWaits()
    waiting.resolve()
    await assert.rejects(deleted, /A customer may still pay for what was begun/)
    await given
    assert.deepEqual(tries, ['buyer', 'owner'])
    assert.equal((await settle(await payFor(newcomer))).kind, 'ordered')
  })

  test('a store that is deleted while money arrives is gone or has the order, never both', async () => {
    for (const isFirst of ['deletion', 'money']) {
      const shop = await open()
      const { storeId } = shop
      const { name } = (await findStore(world().db, storeId))!
      const { gateway, reference, amount_paise: amountPaise } = await shop.beginPaying()
      lapse()
      const pay = (at: World) => settlePayment(at, { storeId, gateway, reference, amountPaise })
      const remove = (at: World) => deleteStore(at, { storeId, typedName: name })
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
    const gone = { storeId: randomUUID(), gateway: 'test', reference: 'x', amountPaise: 1 }
    assert.equal((await settlePayment(world(), gone)).kind, 'refused')
  })

  test('a form that is sent again with other wishes while its first is paid for waits its turn, in no circle', async () => {
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
      await takeStock(tx, storeId, productId, 1, world().now())
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

  test('money for a product that was deleted meanwhile goes back', async () => {
    const shop = await open()
    const payment = await shop.beginPaying()
    await deleteProduct(world(), { storeId: shop.storeId, id: shop.productId })
    assert.equal((await settle(payment)).kind, 'refund_due')
    const [task] = await listRefundTasks(world().db, shop.storeId)
    assert.equal(task?.reason, 'The product has been deleted')
  })

  test('who never paid is forgotten; who paid, is owed money or may still pay is not', async () => {
    const [shop, gone] = [await open(), await open()]
    const [paid, never, owed] = [await shop.beginPaying(), await shop.beginPaying(), await gone.beginPaying()]
    await settle(paid)
    await deleteProduct(world(), { storeId: gone.storeId, id: gone.productId })
    await settle(owed)
    running.clock.advance(QUARTER_HOUR + 1)
    const late = await shop.beginPaying()
    assert.equal(await forgetWhoNeverPaid(world().db, running.clock.now(), 0), false)
    const customer = async ({ store_id, checkout_id }: PaymentRow) => {
      const kept = await findCheckout(world().db, store_id, checkout_id)
      return [kept?.customer_name, kept?.customer_email, kept?.customer_phone, kept?.pincode, kept?.address]
    }
    assert.deepEqual(await customer(never), ['', '', '', '', null])
    for (const known of [paid, owed, late]) assert.equal((await customer(known))[0], 'Meera Iyer')
  })

  test('a product that is switched off cannot be taken to a checkout, but what was begun is honoured', async () => {
    const shop = await open()
    const payment = await shop.beginPaying()
    await editProduct(world(), { storeId: shop.storeId, id: shop.productId, input: { is_active: false } })
    assert.ok('problems' in (await shop.reserve()))
    assert.equal((await settle(payment)).kind, 'ordered')
  })

  test('what is no longer held can be paid for a day, while it is offered at its price and with its choices', async () => {
    const shop = await open({ price: 100, size: ['S', 'M'] })
    const payment = await shop.beginPaying({ size: 'M' })
    const edit = (input: object) => editProduct(world(), { storeId: shop.storeId, id: shop.productId, input })
    const page = async () => (await fetch(running.app.url + paymentPage(payment))).text()
    const ended = /<h1>This payment has ended<\/h1>/
    await edit({ current_price: 500, is_active: false })
    assert.match(await page(), />Pay</, 'while it is held')
    lapse()
    assert.match(await page(), /<h1>Brass lamp is no longer available<\/h1>/)
    await edit({ is_active: true })
    assert.match(await page(), ended)
    assert.doesNotMatch(await page(), /<form/)
    await edit({ current_price: 100, shipping_cost: 40 })
    assert.match(await page(), ended)
    await edit({ shipping_cost: 0, size: ['S'] })
    assert.match(await page(), ended)
    await edit({ size: ['M', 'L'] })
    assert.match(await page(), />Pay</)
    running.clock.advance(DAY - QUARTER_HOUR - 1)
    assert.match(await page(), />Pay</)
    running.clock.advance(1)
    assert.match(await page(), ended)
  })

  test('money that arrives after a day goes back, also when nobody knows any longer whose it was', async () => {
    const shop = await open()
    const [inTime, late, forgotten] = [
      await shop.beginPaying(),
      await shop.beginPaying(),
      await shop.beginPaying(),
    ]
    running.clock.advance(DAY - 1)
    assert.equal((await settle(inTime)).kind, 'ordered')
    running.clock.advance(1)
    assert.equal((await settle(late)).kind, 'refund_due')
    running.clock.advance(32 * DAY)
    await forgetWhoNeverPaid(world().db, running.clock.now() - 30 * DAY, 0)
    assert.equal((await settle(forgotten)).kind, 'refund_due')
    assert.deepEqual(await shop.ledger(), { ...ONE_ORDER, refund_tasks: 2, stock: 4 })
    const tasks = await listRefundTasks(world().db, shop.storeId)
    const reason = 'The payment arrived more than a day after the checkout'
    assert.deepEqual(new Set(tasks.map((task) => task.reason)), new Set([reason]))
  })

  test('an address with characters that no database takes is simply not there', async () => {
    const { url } = running.app
    for (const path of ['/pay/test/%00', '/pay/%00/x/outcome', '/o/%00'])
      assert.equal((await fetch(url + path)).status, 404, path)
  })

  test('cancelling before dispatch puts the pieces back once, and they can be sold again', async () => {
    const shop = await open({ stock: 1 })
    const settled = await settle(await shop.beginPaying())
    assert.ok(settled.kind === 'ordered')
    const cancel = () =>
      changeOrderStatus(world(), {
        storeId: shop.storeId,
        orderId: settled.orderId,
        status: 'cancelled',
        source: 'api',
        actor: 'test',
      }).catch(() => {})
    await Promise.all(Array.from({ length: 10 }, cancel))
    assert.equal((await shop.ledger()).stock, 1)
    assert.equal((await settle(await shop.beginPaying())).kind, 'ordered')
    assert.equal((await shop.ledger()).stock, 0)
  })

  test('cancelling never lifts the stock above the most that it may be', async () => {
    const shop = await open()
    const settled = await settle(await shop.beginPaying({ quantity: '3' }))
    assert.ok(settled.kind === 'ordered')
    const { storeId, productId: id } = shop
    await editProduct(world(), { storeId, id, input: { stock: 2_147_483_646 } })
    const change = { storeId, orderId: settled.orderId, source: 'api', actor: 'test' } as const
    await changeOrderStatus(world(), { ...change, status: 'cancelled' })
    assert.equal((await shop.ledger()).stock, 2_147_483_647)
  })

  test('changes within one millisecond stay in their order', async () => {
    const shop = await open()
    const settled = await settle(await shop.beginPaying())
    assert.ok(settled.kind === 'ordered')
    const { orderId } = settled
    const change = { storeId: shop.storeId, orderId, source: 'api', actor: 'test' } as const
    const road = ['processing', 'dispatched', 'delivered'] as const
    for (const status of road) await changeOrderStatus(world(), { ...change, status })
    await reviewOrder(world(), { store_id: shop.storeId, id: orderId }, { rating: 5, review: null })
    const history = await listOrderHistory(world().db, shop.storeId, orderId)
    assert.deepEqual(
      history.map(({ number, to_status }) => [number, to_status]),
      ['started', ...road, 'delivered'].map((status, i) => [i + 1, status]),
    )
  })

  test('an amount that is off by a paisa makes no order: what arrived goes back, and why is kept', async () => {
    const shop = await open({ stock: 1 })
    const payment = await shop.beginPaying()
    const arrived = payment.amount_paise - 1
    for (const amount of [arrived, arrived, payment.amount_paise])
      assert.equal((await settle(payment, amount)).kind, 'refund_due')
    assert.deepEqual(await shop.ledger(), { ...NOTHING, refund_tasks: 1, payment_problems: 1, stock: 1 })
    const [task] = await listRefundTasks(world().db, shop.storeId)
    const reason = `Paid ${arrived} paise instead of ${payment.amount_paise}`
    assert.deepEqual([task?.amount_paise, task?.reason], [arrived, reason])
    const problems = await rowsOf(world().db, (sql) =>
      sql.selectFrom('payment_problems').select('reason').where('store_id', '=', shop.storeId),
    )
    assert.deepEqual(
      problems.map((problem) => problem.reason),
      [reason],
    )
    assert.ok('checkout' in (await shop.reserve()), 'and nothing is held any longer')
    const { first } = await findOffenders(world().db, paymentsInvariant, { now: world().now() })
    assert.deepEqual(first, [])
  })
})
