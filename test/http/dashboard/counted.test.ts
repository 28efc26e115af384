import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql as raw } from 'kysely'
import { onEachEngine, WITHOUT_WORKERS } from '../../../harness/app/on-each-engine.ts'
import { ownerWithProduct } from '../../../harness/shops/dashboard-shop.ts'
import { placePaidOrder } from '../../../harness/shops/paid-order.ts'
import type { Queries } from '../../../server/storage/engine.ts'
import { rowsOf } from '../../../server/storage/statement.ts'

type Table = 'orders' | 'payments' | 'refund_tasks' | 'payment_problems'

/** Doubles the table's rows `times` times; the columns in `names` get new values. */
async function double(db: Queries, table: Table, times: number, names: readonly string[]) {
  const [row] = await rowsOf(db, (sql) => sql.selectFrom(table).selectAll())
  const columns = Object.keys(row!)
  const values = (n: number) =>
    columns.map((name) =>
      names.includes(name) ? raw`${raw.ref(name)} || ${raw.lit(`-${n}`)}` : raw.ref(name),
    )
  for (let n = 0; n < times; n++) {
    const twice = raw`insert into ${raw.table(table)} (${raw.join(columns.map((name) => raw.ref(name)))})
      select ${raw.join(values(n))} from ${raw.table(table)}`
    await rowsOf(db, (sql) => ({ compile: () => twice.compile(sql) }))
  }
}

/** PostgreSQL does this itself within a minute. Until then it plans for short tables and scans them repeatedly. */
const measure = (db: Queries) => rowsOf(db, (sql) => ({ compile: () => raw`analyze`.compile(sql) }))

onEachEngine(
  (running) => {
    test('counts of a large store stop at a limit', async () => {
      const { app } = running
      const { db } = app.world
      const { ask, store, product } = await ownerWithProduct(app)
      await placePaidOrder(app.world, { storeId: store, productId: product, account: 'rzp_live_1' })
      await double(db, 'orders', 14, ['id', 'token', 'checkout_id'])
      await rowsOf(db, (sql) => sql.updateTable('payments').set({ settled_at: null }))
      const [paid] = await rowsOf(db, (sql) =>
        sql.selectFrom('payments').select(['id', 'gateway', 'reference']),
      )
      await double(db, 'payments', 10, ['id', 'reference', 'token'])
      const task = { store_id: store, reason: 'r', created_at: 1, done_at: null, payment_id: paid!.id }
      await rowsOf(db, (sql) => sql.insertInto('refund_tasks').values({ ...task, amount_paise: 100 }))
      await double(db, 'refund_tasks', 10, ['payment_id'])
      const { gateway, reference } = paid!
      await rowsOf(db, (sql) =>
        sql.insertInto('payment_problems').values({ ...task, gateway, reference, times: 1, last_at: 1 }),
      )
      await double(db, 'payment_problems', 10, ['reference', 'payment_id'])
      if (running.engine === 'postgres') await measure(db)

      const { refunds_due, payment_problems } = await ask('overview', { store, days: 7, offset: 330 })
      assert.deepEqual([refunds_due, payment_problems], [{ count: 1000, amount: 1000 }, 1000])
      assert.equal((await ask('readProduct', { store, product })).active_orders, 10_000)
      const { products, orders } = await ask('readDeletion', { store })
      assert.deepEqual([products, orders], [1, 10_000])
    })
  },
  WITHOUT_WORKERS,
  { alone: true },
)
