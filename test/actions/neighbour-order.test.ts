import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aProduct } from '../../harness/app/app.ts'
import { onEachEngine, WITHOUT_WORKERS } from '../../harness/app/on-each-engine.ts'
import { newOwner } from '../../harness/shops/dashboard.ts'
import { placePaidOrder } from '../../harness/shops/paid-order.ts'
import { pictureOf } from '../../harness/shops/pictures.ts'
import { resendMail } from '../../server/actions/mails/resend-mail.ts'
import { reviewOrder } from '../../server/actions/orders/review-order.ts'
import { listTables } from '../../server/storage/database/tables.ts'
import { listOrderHistory } from '../../server/storage/orders/order-history.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import type { World } from '../../server/world.ts'

const ELSEWHERE = {
  name: 'Kasturi Rao',
  number: '9812345671',
  line1: '5 Heron Wharf',
  line2: '',
  pincode: '643002',
  city: 'Coonoor',
  state: 'Tamil Nadu',
}

/** All rows about an order, about what was sent for it and about its money. */
async function keptOf({ db }: World, order: string) {
  const [ids] = await rowsOf(db, (sql) =>
    sql.selectFrom('payments').select(['id', 'checkout_id']).where('order_id', '=', order),
  )
  const names = [order, ids!.id, ids!.checkout_id]
  const kept: Record<string, string[]> = {}
  for (const { name } of await listTables(db)) {
    const rows = await db.rows({ sql: `select * from ${name}`, reads: true, name: undefined }, [])
    const own = rows
      .map((row) => JSON.stringify(row))
      .filter((text) => names.some((each) => text.includes(each)))
    if (own.length > 0) kept[name] = own.sort()
  }
  return kept
}

onEachEngine((running) => {
  test('a change of an order leaves the other orders of its store unchanged', async () => {
    const { app } = running
    const { world } = app
    const { ask, store } = await newOwner(app)
    const { product_id: product } = await ask('createProduct', {
      ...{ store, ...aProduct({ primary_image: await pictureOf('#778899') }) },
    })
    const placed = async () => (await placePaidOrder(world, { storeId: store, productId: product })).order_id
    const moveTo = (order: string, status: string) => () =>
      ask('changeOrderStatus', { store, order, status, tracking_url: `https://courier.example/${order}` })
    const stepsOf = (order: string) => ({
      'another address': () => ask('changeDelivery', { store, order, ...ELSEWHERE, line2: order }),
      processing: moveTo(order, 'processing'),
      dispatched: moveTo(order, 'dispatched'),
      delivered: moveTo(order, 'delivered'),
    })
    const neighbour = await placed()
    for (const step of Object.values(stepsOf(neighbour))) await step()
    const sendOne = (of: string) =>
      rowsOf(world.db, (sql) =>
        sql
          .updateTable('mails')
          .set({ status: 'sent', sent_at: world.now() })
          .where('order_id', '=', of)
          .where('kind', '=', 'dispatched'),
      )
    const due_at = world.now() + 30_000 // as while they are being sent: an erasure would wait for them
    await rowsOf(world.db, (sql) =>
      sql.updateTable('mails').set({ due_at }).where('order_id', '=', neighbour),
    )
    await sendOne(neighbour)
    const before = await keptOf(world, neighbour)
    assert.deepEqual(Object.keys(before).sort(), [
      ...[
        'checkouts',
        'events',
        'image_uses',
        'letters',
        'mails',
        'order_history',
        'order_words',
        'orders',
        'payments',
      ],
    ])

    const [order, cancelled] = [await placed(), await placed()]
    const steps = {
      ...stepsOf(order),
      'a mail again': async () => {
        await sendOne(order)
        await resendMail(world, { storeId: store, orderId: order, kind: 'dispatched' })
      },
      review: () => reviewOrder(world, { store_id: store, id: order }, { rating: 5, review: null }),
      'cancelled, with money to return': moveTo(cancelled, 'cancelled'),
      erased: () => ask('eraseCustomer', { store, order }),
    }
    for (const [name, step] of Object.entries(steps)) {
      await step()
      assert.deepEqual(await keptOf(world, neighbour), before, name)
    }
    const lines = await listOrderHistory(world.db, store, order)
    assert.deepEqual(
      lines.map(({ number }) => number),
      [1, 2, 3, 4, 5, 6, 7],
    )
  })
}, WITHOUT_WORKERS)
