import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aProduct, newSeller } from '../../harness/app/app.ts'
import { onEachEngine, WITHOUT_WORKERS } from '../../harness/app/on-each-engine.ts'
import { until } from '../../harness/app/until.ts'
import { orderIn, type Seller } from '../../harness/shops/orders.ts'
import { onceOnly } from '../../server/actions/once.ts'
import { DAY_MS } from '../../server/rules/values/durations.ts'
import { forgetIdempotencyKeys } from '../../server/storage/idempotency-keys.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { lockWaits } from '../help/lock-waits.ts'

const USED = { error: 'Idempotency-Key was used with a different request' }

onEachEngine((running) => {
  const create = ({ call }: Seller, key: string, body: unknown = aProduct()) =>
    call('POST', '/api/products/create', body, { 'idempotency-key': key })
  const put = ({ call }: Seller, order: string, key: string, body: unknown) =>
    call('PUT', `/api/orders/${order}/status`, body, { 'idempotency-key': key })
  const products = async ({ store_id }: Seller) =>
    (
      await rowsOf(running.app.world.db, (sql) =>
        sql.selectFrom('products').select('id').where('store_id', '=', store_id),
      )
    ).length

  test('old keys are deleted in batches, the oldest first', async () => {
    const { store_id } = await newSeller(running.app)
    const { db } = running.app.world
    const row = { store_id, operation: 'o', path: '', body_hash: '', answer: '' }
    const rows = Array.from({ length: 1500 }, (_, i) => ({ ...row, key: `${i}`, created_at: i }))
    await rowsOf(db, (sql) => sql.insertInto('idempotency_keys').values(rows))
    const kept = async () =>
      (
        await rowsOf(db, (sql) =>
          sql.selectFrom('idempotency_keys').select('created_at').where('store_id', '=', store_id),
        )
      ).map(({ created_at }) => created_at)
    assert.equal(await forgetIdempotencyKeys(db, 1499), true)
    assert.equal((await kept()).length, 500)
    assert.equal(Math.min(...(await kept())), 1000)
    assert.equal(await forgetIdempotencyKeys(db, 1499), false)
    assert.deepEqual(await kept(), [1499])
  })

  describe('create', () => {
    test('the same key and body give the first answer again and make nothing twice', async () => {
      const seller = await newSeller(running.app)
      const first = await create(seller, 'one')
      const again = await create(seller, 'one')
      assert.deepEqual([first.status, again.status], [201, 201])
      assert.deepEqual(again.body, first.body)
      assert.equal(first.headers.get('idempotent-replayed'), null)
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      assert.equal(again.headers.get('x-ratelimit-remaining'), '18')
      assert.equal(await products(seller), 1)
    })

    test('gives the first answer also after the product was edited or deleted', async () => {
      const seller = await newSeller(running.app)
      const first = await create(seller, 'one')
      await seller.call('DELETE', `/api/products/${first.body.product_id}`)
      assert.deepEqual((await create(seller, 'one')).body, first.body)
      assert.equal(await products(seller), 0)
    })

    test('50 identical requests at once make one product', async () => {
      const seller = await newSeller(running.app)
      const answers: Awaited<ReturnType<typeof create>>[] = []
      for (let round = 0; round < 3; round++) {
        const count = round === 2 ? 10 : 20
        answers.push(...(await Promise.all(Array.from({ length: count }, () => create(seller, 'fifty')))))
        running.clock.advance(60_000)
      }
      assert.equal(answers.length, 50)
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
      assert.equal(new Set(answers.map(({ body }) => body.product_id)).size, 1)
      assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null).length, 1)
      assert.equal(await products(seller), 1)
    })

    test('another body under the same key is refused, even if only its white space differs', async () => {
      const seller = await newSeller(running.app)
      await create(seller, 'one', '{"name":"Lamp","price":1,"description":"","stock":1}')
      for (const body of [
        '{"name":"Lamp","price":2,"description":"","stock":1}',
        '{"name":"Lamp", "price":1,"description":"","stock":1}',
      ]) {
        const { status, body: answer } = await create(seller, 'one', body)
        assert.equal(status, 400)
        assert.deepEqual(answer, USED)
      }
      assert.equal(await products(seller), 1)
    })

    test('a body that breaks a rule gets its own error, also under a used key', async () => {
      const seller = await newSeller(running.app)
      await create(seller, 'one')
      const { status, body } = await create(seller, 'one', aProduct({ name: 'x' }))
      assert.equal(status, 400)
      assert.deepEqual(body, { error: 'Name must be between 3 and 30 characters' })
    })

    test('a refusal is not kept: the mended request may use the same key', async () => {
      const seller = await newSeller(running.app, ['Lamps'])
      assert.equal((await create(seller, 'one', aProduct({ name: 'x' }))).status, 400)
      assert.equal((await create(seller, 'one', aProduct({ categories: ['Clay'] }))).status, 400)
      assert.equal((await create(seller, 'one', aProduct({ categories: ['Lamps'] }))).status, 201)
    })

    test('a key lasts 24 hours and then means a new request', async () => {
      const seller = await newSeller(running.app)
      const first = await create(seller, 'one')
      running.clock.advance(DAY_MS - 1)
      assert.deepEqual((await create(seller, 'one')).body, first.body)
      running.clock.advance(1)
      const later = await create(seller, 'one', aProduct({ name: 'Another lamp' }))
      assert.equal(later.status, 201)
      assert.notEqual(later.body.product_id, first.body.product_id)
      assert.deepEqual((await create(seller, 'one')).body, USED)
    })

    test('no key expires while the clock may be wrong', async () => {
      const { world } = running.app
      const { store_id } = await newSeller(running.app)
      const once = { store_id, operation: 'o', path: '', key: 'one', body_hash: '' }
      const isReplayed = async (clockMayBeWrong: boolean) =>
        (await world.db.transaction((tx) => onceOnly({ ...world, clockMayBeWrong }, tx, once, async () => 1)))
          .replayed
      assert.equal(await isReplayed(true), false)
      running.clock.advance(3 * DAY_MS)
      assert.equal(await isReplayed(true), true)
      assert.equal(await isReplayed(false), false)
    })

    const skip = running.engine === 'sqlite' && 'SQLite runs one write transaction at a time'
    test('an expired key that is deleted while a request waits for its lock is stored again', {
      skip,
    }, async () => {
      const seller = await newSeller(running.app)
      const { db } = running.app.world
      const first = await create(seller, 'one')
      running.clock.advance(DAY_MS)
      const creating = await db.transaction(async (tx) => {
        await rowsOf(tx, (sql) =>
          sql
            .selectFrom('idempotency_keys')
            .select('key')
            .where('store_id', '=', seller.store_id)
            .forUpdate(),
        )
        const second = create(seller, 'one')
        await until(async () => (await lockWaits(db)) > 0)
        await forgetIdempotencyKeys(tx, running.clock.now())
        return { second }
      })
      const second = await creating.second
      assert.notEqual(second.body.product_id, first.body.product_id)
      assert.deepEqual((await create(seller, 'one')).body, second.body)
    })

    test('each key has an answer of its own', async () => {
      const seller = await newSeller(running.app)
      const first = [await create(seller, 'b'), await create(seller, 'a')]
      const again = [await create(seller, 'b'), await create(seller, 'a')]
      assert.deepEqual(
        again.map(({ body }) => body),
        first.map(({ body }) => body),
      )
      assert.equal(await products(seller), 2)
    })

    test('a key belongs to its store', async () => {
      const [one, other] = [await newSeller(running.app), await newSeller(running.app)]
      const answers = [await create(one, 'same'), await create(other, 'same')]
      assert.notEqual(answers[0]!.body.product_id, answers[1]!.body.product_id)
    })

    test('without a key every request is a new one', async () => {
      const seller = await newSeller(running.app)
      await seller.call('POST', '/api/products/create', aProduct())
      await seller.call('POST', '/api/products/create', aProduct())
      assert.equal(await products(seller), 2)
    })
  })

  describe('a status change', () => {
    test('is not repeated, also after the order has moved on', async () => {
      const seller = await newSeller(running.app)
      const { order } = await orderIn(running.app, seller, 'started')
      const first = await put(seller, order, 'one', { status: 'processing' })
      await put(seller, order, 'two', { status: 'dispatched' })
      const again = await put(seller, order.toUpperCase(), 'one', { status: 'processing' })
      assert.deepEqual([first.status, again.status], [200, 200])
      assert.deepEqual(again.body, { message: 'Order status updated successfully' })
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      assert.equal((await seller.call('GET', `/api/orders/${order}`)).body.status, 'dispatched')
    })

    test('under a key used with another body is refused', async () => {
      const seller = await newSeller(running.app)
      const { order } = await orderIn(running.app, seller, 'started')
      await put(seller, order, 'one', { status: 'processing' })
      const { status, body } = await put(seller, order, 'one', { status: 'cancelled' })
      assert.equal(status, 400)
      assert.deepEqual(body, USED)
    })

    test('has keys of its own for each order, apart from those of create', async () => {
      const seller = await newSeller(running.app)
      const { order } = await orderIn(running.app, seller, 'started')
      const { order: second } = await orderIn(running.app, seller, 'started')
      await create(seller, 'same')
      assert.equal((await put(seller, order, 'same', { status: 'processing' })).status, 200)
      assert.equal((await put(seller, second, 'same', { status: 'cancelled' })).status, 200)
      for (const [id, status] of [
        [order, 'processing'],
        [second, 'cancelled'],
      ] as const) {
        const again = await put(seller, id, 'same', { status })
        assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true'])
      }
    })

    test('under an expired key used for two orders is made for each', async () => {
      const seller = await newSeller(running.app)
      const orders = [
        (await orderIn(running.app, seller, 'started')).order,
        (await orderIn(running.app, seller, 'started')).order,
      ]
      for (const order of orders) await put(seller, order, 'one', { status: 'processing' })
      running.clock.advance(DAY_MS)
      for (const order of orders) await put(seller, order, 'one', { status: 'dispatched' })
      for (const order of orders)
        assert.equal((await seller.call('GET', `/api/orders/${order}`)).body.status, 'dispatched')
    })

    test('that was refused does not use up its key', async () => {
      const seller = await newSeller(running.app)
      const { order } = await orderIn(running.app, seller, 'started')
      assert.equal((await put(seller, order, 'one', { status: 'dispatched' })).status, 400)
      await put(seller, order, 'two', { status: 'processing' })
      assert.equal((await put(seller, order, 'one', { status: 'dispatched' })).status, 200)
    })
  })

  describe('the key itself', () => {
    for (const [title, key] of [
      ['empty', ''],
      ['of 256 characters', 'x'.repeat(256)],
      ['with a letter beyond ASCII', 'cl\u00e9'],
      ['with a tab', 'a\tb'],
    ] as const) {
      test(`${title} is refused`, async () => {
        const { status, body } = await create(await newSeller(running.app), key)
        assert.equal(status, 400)
        assert.deepEqual(body, { error: 'Idempotency-Key must be 1 to 255 characters' })
      })
    }

    for (const key of ['x', 'x'.repeat(255), '!"#$%&\'()*+,-./ 0:;<=>?@[\\]^_`{|}~']) {
      test(`${key.slice(0, 40)} is accepted`, async () => {
        const seller = await newSeller(running.app)
        const first = await create(seller, key)
        assert.equal(first.status, 201)
        assert.deepEqual((await create(seller, key)).body, first.body)
      })
    }

    test('is ignored by an edit, which is idempotent anyway', async () => {
      const seller = await newSeller(running.app)
      const { body } = await create(seller, 'one')
      const path = `/api/products/${body.product_id}/edit`
      for (const stock of [1, 2]) {
        assert.equal((await seller.call('PUT', path, { stock }, { 'idempotency-key': 'one' })).status, 200)
      }
    })
  })
}, WITHOUT_WORKERS)
