import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { PRODUCT_LIMITS } from '#contract/products.ts'
import { newSeller } from '../../harness/app/app.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { newOrder, newProduct } from '../../harness/shops/orders.ts'
import { placePaidOrder } from '../../harness/shops/paid-order.ts'
import { base64, noise } from '../../harness/shops/pictures.ts'
import { openShop } from '../../harness/shops/shop.ts'
import { TO_THIS_MACHINE } from '../../harness/shops/webhooks.ts'
import { addCategory } from '../../server/actions/categories/add-category.ts'
import { settlePayment } from '../../server/actions/payments/settle-payment.ts'
import { editProduct } from '../../server/actions/products/edit-product.ts'
import { changeLogo } from '../../server/actions/stores/change-logo.ts'
import { seedStore } from '../../server/actions/stores/seed-store.ts'
import { verify } from '../../server/actions/verify.ts'
import { addWebhook } from '../../server/actions/webhooks/add-webhook.ts'
import { setWebhookEnabled } from '../../server/actions/webhooks/set-webhook-enabled.ts'
import type { Queries } from '../../server/storage/engine.ts'
import { findOffenders, INVARIANTS, type Offenders } from '../../server/storage/invariants.ts'
import { migrate } from '../../server/storage/migrate.ts'
import { findProduct } from '../../server/storage/products/products.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import type { World } from '../../server/world.ts'
import { moneyGateway } from '../help/payments/money.ts'

const picture = await noise({ width: 32, height: 24 }).png().toBuffer()
const HOURS_MS = 2 * 3_600_000
const ELSEWHERE = '11111111-1111-4111-8111-111111111111'

/** Damage that no key and no constraint of the tables prevents, the invariant that names it, and what it says. */
const DAMAGE: readonly [sql: string, name: string, problem: RegExp][] = [
  [`update payments set order_id = '${ELSEWHERE}' where status = 'paid'`, 'payments', /there is no order/],
  [`update payments set status = 'started' where status = 'paid'`, 'payments', /there is an order for it/],
  [`delete from refund_tasks`, 'payments', /there is no task for it/],
  [
    `delete from refund_tasks where reason = 'The order was cancelled'`,
    'payments',
    /for a cancelled order, and there is no task/,
  ],
  [`update payments set settled_at = null where status = 'paid'`, 'payments', /settled by half/],
  [`update payments set ask_at = 1 where status = 'refund_due'`, 'payments', /settled by half/],
  [`update payments set status = 'failed' where status = 'refund_due'`, 'payments', /not to be refunded/],
  [`update orders set status = 'started' where status = 'cancelled'`, 'payments', /not to be refunded/],
  [`delete from payments where status = 'paid'`, 'payments', /without exactly one payment/],
  [`update orders set is_test = 0 where is_test = 1`, 'payments', /wrongly whether test money paid for it/],
  [`update products set stock = stock + 1`, 'stock', /the stock is \d+ and should be \d+/],
  [`update orders set quantity = quantity + 1`, 'stock', /the stock is/],
  [`update events set id = 'evt_${ELSEWHERE}' where sequence = 2`, 'events', /an order without its event/],
  [`update events set id = 'evt_${ELSEWHERE}' where sequence = 2`, 'events', /an event of no order/],
  [`delete from events where sequence = 2`, 'events', /not numbered from 1 to/],
  [`update stores set event_sequence = event_sequence + 1`, 'events', /not numbered from 1 to/],
  [`delete from deliveries where sequence = 5`, 'deliveries', /no delivery to the webhook/],
  [`delete from mails where kind = 'dispatched'`, 'mails', /no mail about dispatched/],
  [
    `update mails set kind = 'delivered' where kind = 'cancelled'`,
    'mails',
    /about delivered, which it never was/,
  ],
  [
    `update order_history set to_status = 'delivered' where to_status = 'cancelled'`,
    'history',
    /from started to delivered/,
  ],
  [
    `update order_history set to_status = 'processing' where from_status is null`,
    'history',
    /from nothing to processing/,
  ],
  [`delete from order_history where to_status = 'processing'`, 'history', /does not lead to dispatched/],
  [`update orders set status = 'started' where status = 'cancelled'`, 'history', /does not lead to started/],
  [`update order_sums set orders = orders + 1`, 'sums', /the charts add up \d+ orders .* there are \d+/],
  [`update order_sums set paise = paise + 1`, 'sums', /the charts add up/],
  [`update order_sums set test_orders = test_orders + 1`, 'sums', /the charts add up/],
  [`delete from order_sums where status = 'started'`, 'sums', /the charts add up 0 orders/],
  [`delete from order_words`, 'sums', /found by no word/],
  [`update order_words set order_id = order_id || 'x'`, 'sums', /found by a word, and not there/],
  [`delete from image_uses`, 'images', /nothing has used it for more than an hour/],
  [`delete from image_uses`, 'images', /nothing keeps the image that it shows/],
  [`delete from image_uses where owner_kind = 'store'`, 'images', /nothing keeps its logo/],
  [
    `delete from image_uses where owner_kind = 'order'`,
    'images',
    /nothing keeps the image of what was bought/,
  ],
  [
    `update products set images = '["/images/' || store_id || '/${'a'.repeat(64)}.png"]'`,
    'images',
    /nothing keeps an image that it shows beside/,
  ],
  [
    `update orders set answers =
      '[{"question":"Yours","type":"image","answer":"/images/' || store_id || '/${'a'.repeat(64)}.png"}]'`,
    'images',
    /nothing keeps a picture with which the customer answered/,
  ],
  [`update products set categories = '[]'`, 'categories', /does not name its category/],
  [
    `update products set categories = '["Elsewhere"]'`,
    'categories',
    /names the category Elsewhere, which it is not in/,
  ],
  [`delete from shelf where heading = 'all'`, 'shelf', /not found under everything/],
  [`delete from shelf where heading like 'category %'`, 'shelf', /not found under its category/],
  [
    `insert into shelf (store_id, product_id, heading, place)
      select store_id, product_id, 'hidden all', place from shelf where heading = 'all'`,
    'shelf',
    /found where it does not belong/,
  ],
  [`delete from product_categories`, 'shelf', /found where it does not belong/],
  [`update shelf set place = place - 1 where heading like 'word %'`, 'shelf', /where it does not belong/],
  [`update shelf set product_id = product_id || 'x'`, 'stores', /shelf names it in products/],
  [`update payments set checkout_id = '${ELSEWHERE}'`, 'stores', /payments names it in checkouts/],
  [`update orders set product_id = '${ELSEWHERE}'`, 'stores', /orders names it in products/],
  [
    `update image_uses set owner_id = '${ELSEWHERE}' where owner_kind = 'product'`,
    'stores',
    /image_uses names it in products/,
  ],
  [`update products set images = '["/images/${ELSEWHERE}/x.png"]'`, 'stores', /an image of another store/],
]

onEachEngine(
  (running) => {
    let world: World
    before(
      async () => {
        world = running.app.world
        const shop = await openShop(running.app, { stock: 5, primary_image: base64(picture) })
        const { storeId, productId, seller } = shop
        await newOrder(running.app, seller, productId)
        const { webhook_id: webhookId } = await addWebhook(world, {
          storeId,
          url: 'https://127.0.0.1:1/late',
        })
        const [moved = '', cancelled = ''] = [
          await newOrder(running.app, seller, productId, { quantity: '2' }),
          await newOrder(running.app, seller, productId),
        ]
        const tell = (order: string, status: string, tracking_url?: string) =>
          seller.call('PUT', `/api/orders/${order}/status`, { status, tracking_url })
        for (const status of ['processing', 'dispatched']) await tell(moved, status)
        await tell(moved, 'dispatched', 'https://parcels.example.com/1')
        await tell(cancelled, 'cancelled')

        const late = await shop.beginPaying({ quantity: '2' }, moneyGateway(world))
        await editProduct(world, { storeId, id: productId, input: { stock: 0 } })
        const { gateway, reference, amount_paise: amountPaise } = late
        const settled = await settlePayment(world, { storeId, gateway, reference, amountPaise })
        assert.equal(settled.kind, 'refund_due')

        const { primary_image: shown } = (await findProduct(world.db, storeId, productId))!
        await changeLogo(world, storeId, shown)
        await addCategory(world, storeId, 'Lamps')
        await editProduct(world, { storeId, id: productId, input: { categories: ['Lamps', 'Lamps'] } })
        await setWebhookEnabled(world, { storeId, webhookId, enabled: false })
        const other = await newProduct(seller)
        await newOrder(running.app, seller, other)
        await setWebhookEnabled(world, { storeId, webhookId, enabled: true })
        await newOrder(running.app, seller, other)
        const { order_id: back } = await placePaidOrder(world, { storeId, productId: other })
        await editProduct(world, { storeId, id: other, input: { stock: PRODUCT_LIMITS.stockMax } })
        await tell(back, 'cancelled')
        await seedStore(world, 1, 3, 7)
        running.clock.advance(HOURS_MS)
      },
      { timeout: 60_000 },
    )

    test('what sellers and customers do breaks nothing that must be true', async () => {
      for await (const { name, count, first } of verify(world)) {
        assert.deepEqual({ name, count, first }, { name, count: 0, first: [] })
      }
    })

    test('of older data too it is told what test money paid for, and the sums leave it out', async () => {
      const { db } = world
      const told = () =>
        Promise.all([
          rowsOf(db, (sql) => sql.selectFrom('orders').select(['id', 'is_test']).orderBy('id')),
          rowsOf(db, (sql) =>
            sql
              .selectFrom('order_sums')
              .select(['store_id', 'status', 'test_orders', 'paise'])
              .orderBy('store_id')
              .orderBy('status'),
          ),
        ])
      const before = await told()
      await db.migrating((script) =>
        script(`alter table orders drop column is_test; alter table order_sums drop column test_orders;
        update order_sums set paise = (select coalesce(sum(o.amount_paise), 0) from orders o where o.store_id = order_sums.store_id
          and o.created_at / 900000 = order_sums.quarter and o.status = order_sums.status);
        delete from migrations where name = '0170-test-money'`),
      )
      assert.deepEqual(await migrate(db, world.now), ['0170-test-money'])
      assert.deepEqual(await told(), before)
      assert.deepEqual(new Set(before[0].map(({ is_test }) => is_test)), new Set([0, 1]))
    })

    test('a product stands on the shelf under what it is, and nowhere else', async () => {
      const seller = await newSeller(running.app, ['Clay', 'Brass'])
      const id = await newProduct(seller, { name: 'Lamp lamps', categories: ['Brass'] })
      const headings = async () => {
        const sql = `select heading from shelf where product_id = '${id}'`
        const rows = await world.db.rows({ sql, reads: true, name: undefined }, [])
        return (rows as { heading: string }[])
          .map(({ heading }) => heading.replace(/[0-9a-f-]{36}/, '…'))
          .toSorted()
      }
      const edit = (change: object) => seller.call('PUT', `/api/products/${id}/edit`, change)
      assert.deepEqual(await headings(), ['all', 'category …', 'word brass', 'word lamp', 'word lamps'])
      await edit({ name: 'Cup', stock: 3 })
      assert.deepEqual(await headings(), ['all', 'category …', 'word brass', 'word cup'])
      await edit({ categories: ['Clay'], is_active: false })
      assert.deepEqual(await headings(), [
        'hidden all',
        'hidden category …',
        'hidden word clay',
        'hidden word cup',
      ])
      await edit({ categories: [], is_active: true })
      assert.deepEqual(await headings(), ['all', 'word cup'])
      await seller.call('DELETE', `/api/products/${id}`)
      assert.deepEqual(await headings(), [])
    })

    for (const [sql, name, problem] of DAMAGE) {
      test(`"${sql}" is named: ${problem.source}`, async () => {
        const { count, first } = await damaged(world, sql, name)
        assert.ok(count > 0)
        assert.ok(
          first.some((offender) => problem.test(offender.problem)),
          JSON.stringify(first),
        )
      })
    }

    test('of many offenders all are counted and the first five are told', async () => {
      const { count, first } = await damaged(world, 'update products set stock = stock + 1', 'stock')
      assert.deepEqual([count, first.length], [5, 5])
    })

    test('a picture that is lost and a file that no row knows are named', async () => {
      const [image] = await Array.fromAsync(world.images.list())
      const { path } = image!
      await world.images.remove(path)
      const stray = `${ELSEWHERE}/${path.slice(37)}`
      await world.images.put(stray, picture, 'image/png')
      const told = new Map<string, Offenders>()
      for await (const { name, ...offenders } of verify(world, { now: Date.now() + HOURS_MS }))
        told.set(name, offenders)
      await world.images.remove(stray)
      await world.images.put(path, picture, 'image/png')
      assert.equal(told.get('pictures')?.first[0]?.problem, 'its file is missing')
      assert.deepEqual(
        told.get('files')?.first.map(({ store_id }) => store_id),
        [ELSEWHERE],
      )
    })

    test('a picture of another length is named, one of other content to whoever looks deep', async () => {
      const [image] = await Array.fromAsync(world.images.list())
      const { path } = image!
      const file = join(running.app.folder, 'images', path)
      const whole = await readFile(file)
      const toldOf = async (content: Uint8Array, deep: boolean) => {
        await writeFile(file, content)
        for await (const { name, first } of verify(world, { deep })) if (name === 'pictures') return first
        return undefined
      }
      const changed = whole.with(9, whole[9]! ^ 1)
      for (const [content, deep] of [
        [whole.subarray(1), false],
        [changed, true],
      ] as const) {
        const [offender] = (await toldOf(content, deep))!
        assert.equal(offender?.problem, 'its file is damaged: upload the picture again')
      }
      assert.deepEqual(await toldOf(changed, false), [])
      assert.deepEqual(await toldOf(whole, true), [])
    })
  },
  TO_THIS_MACHINE,
  { alone: true },
)

/** Does the damage in a transaction, looks, and takes it back. */
async function damaged({ db, now }: World, sql: string, name: string): Promise<Offenders> {
  const invariant = INVARIANTS.find((each) => each.name === name)!
  let found: Offenders | undefined
  const undo = new Error('undone')
  const work = async (tx: Queries) => {
    await tx.rows({ sql, reads: false, name: undefined }, [])
    found = await findOffenders(tx, invariant, { now: now() })
    throw undo
  }
  await assert.rejects(db.transaction(work), undo)
  return found!
}
