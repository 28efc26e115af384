import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { newSeller } from '../../harness/app/app.ts'
import { onEachEngine, WITHOUT_WORKERS } from '../../harness/app/on-each-engine.ts'
import { newProduct } from '../../harness/shops/orders.ts'
import { TO_THIS_MACHINE } from '../../harness/shops/webhooks.ts'
import { verify } from '../../server/actions/verify.ts'
import type { Queries } from '../../server/storage/engine.ts'
import { findOffenders, INVARIANTS, type Offenders } from '../../server/storage/invariants.ts'
import { migrate } from '../../server/storage/migrate.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import type { World } from '../../server/world.ts'
import { DAMAGE, ELSEWHERE, HARMLESS } from './damage.ts'
import { HOURS_MS, openWholeShop } from './whole-shop.ts'

onEachEngine(
  (running) => {
    let world: World
    before(
      async () => {
        world = running.app.world
        await openWholeShop(running)
      },
      { timeout: 60_000 },
    )

    test('the actions of sellers and customers break no invariant', async () => {
      for await (const { name, count, first } of verify(world)) {
        assert.deepEqual({ name, count, first }, { name, count: 0, first: [] })
      }
    })

    test('a migration marks older test orders too, and leaves them out of the sums', async () => {
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

    test('a product is on the shelf under exactly its headings', async () => {
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

    for (const [sql, name, ...problems] of DAMAGE) {
      for (const problem of problems)
        test(`"${sql}" is named: ${problem.source}`, async () => {
          const { count, first } = await damaged(world, sql, name)
          assert.ok(count > 0)
          assert.ok(
            first.some((offender) => problem.test(offender.problem)),
            JSON.stringify(first),
          )
        })
    }

    for (const [sql, name] of HARMLESS) {
      test(`"${sql}" breaks nothing of "${name}"`, async () => {
        assert.deepEqual(await damaged(world, sql, name), { count: 0, first: [] })
      })
    }

    test('all offenders are counted, and the first five are named', async () => {
      const { count, first } = await damaged(world, 'update products set stock = stock + 1', 'stock')
      assert.deepEqual([count, first.length], [7, 5])
    })

    test('a picture that is lost and a file that no database row names are named', async () => {
      const [image] = await Array.fromAsync(world.images.list())
      const { path } = image!
      const picture = await readFile(join(running.app.folder, 'images', path))
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

    test('a picture of wrong length is named, one of wrong content by a deep check', async () => {
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
  { ...TO_THIS_MACHINE, ...WITHOUT_WORKERS },
  { alone: true },
)

/** Does the damage in a transaction, checks the invariant, and rolls back. */
async function damaged({ db, now }: World, sql: string, name: string): Promise<Offenders> {
  const invariant = INVARIANTS.find((each) => each.name === name)!
  let found: Offenders | undefined
  const undo = new Error('undone')
  const work = async (tx: Queries) => {
    for (const one of sql.split(';')) await tx.rows({ sql: one, reads: false, name: undefined }, [])
    found = await findOffenders(tx, invariant, { now: now() })
    throw undo
  }
  await assert.rejects(db.transaction(work), undo)
  return found!
}
