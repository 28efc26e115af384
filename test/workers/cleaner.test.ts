import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { onEachEngine, WITHOUT_WORKERS } from '../../harness/app/on-each-engine.ts'
import { until } from '../../harness/app/until.ts'
import type { EngineName } from '../../harness/services/engines.ts'
import { placePaidOrder } from '../../harness/shops/paid-order.ts'
import { openShop } from '../../harness/shops/shop.ts'
import { addWebhook } from '../../server/actions/webhooks/add-webhook.ts'
import type { Clock } from '../../server/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../server/rules/values/durations.ts'
import type { Queries } from '../../server/storage/engine.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { startCleaner } from '../../server/workers/cleaner.ts'

const run = <Row>(db: Queries, query: RawBuilder<Row>) =>
  rowsOf(db, (builder) => ({ compile: () => query.compile(builder) }))

type Shop = Awaited<ReturnType<typeof openShop>>
type Put = (name: string, at: number, shop: Shop) => RawBuilder<unknown>

interface Kind {
  /** How long a row is kept. */
  keptMs: number
  put: Put
  /** The names of the rows that are left. */
  left: RawBuilder<{ name: string }>
  only?: EngineName
}

const letter =
  (status: string, createdAt?: number): Put =>
  (name, at) =>
    sql`insert into letters (id, recipient, kind, subject, data, status, attempts, due_at, created_at)
        values (${`${status} ${name}`}, 'a@example.com', ${name}, '', '', ${status}, 1, ${at}, ${createdAt ?? at})`

const KINDS: Record<string, Kind> = {
  'the answer to an Idempotency-Key': {
    keptMs: DAY_MS,
    put: (name, at, { storeId }) =>
      sql`insert into idempotency_keys (store_id, operation, path, key, body_hash, answer, created_at)
          values (${storeId}, 'test', '/', ${name}, '', '{}', ${at})`,
    left: sql`select key as name from idempotency_keys`,
  },
  'how often a key was used in a minute': {
    keptMs: 2 * HOUR_MS,
    put: (name, at, { storeId }) =>
      sql`insert into api_use (store_id, operation, minute, requests)
          values (${storeId}, ${name}, ${Math.floor(at / MINUTE_MS)}, 1)`,
    left: sql`select operation as name from api_use`,
  },
  'a window of a limit': {
    only: 'postgres',
    keptMs: HOUR_MS,
    put: (name, at) =>
      sql`insert into rate_windows (subject, operation, used, ends_at) values (${name}, 'test', 1, ${at})`,
    left: sql`select subject as name from rate_windows where operation = 'test'`,
  },
  'a former key of Razorpay': {
    keptMs: 49 * HOUR_MS,
    put: (name, at, { storeId }) =>
      sql`insert into former_razorpay_keys (store_id, key_id, sealed, retired_at)
          values (${storeId}, ${name}, '', ${at})`,
    left: sql`select key_id as name from former_razorpay_keys`,
  },
  'an attempt to deliver': {
    keptMs: 30 * DAY_MS,
    put: (name, at, { storeId }) =>
      sql`insert into delivery_attempts (store_id, webhook_id, sequence, id, at, duration_ms)
          values (${storeId}, (select id from webhooks), 1, ${name}, ${at}, 1)`,
    left: sql`select id as name from delivery_attempts`,
  },
  'a letter that was sent': {
    keptMs: 90 * DAY_MS,
    put: letter('sent'),
    left: sql`select kind as name from letters where status = 'sent'`,
  },
  'a letter that should have left': {
    keptMs: 7 * DAY_MS,
    put: letter('pending', 0),
    left: sql`select kind as name from letters where status = 'pending'`,
  },
  'a link in a mail': {
    keptMs: 0,
    put: (name, at) =>
      sql`insert into mail_links (token_hash, purpose, address_hash, data, created_at, expires_at)
          values (${name}, 'none', '', '', 0, ${at})`,
    left: sql`select token_hash as name from mail_links`,
  },
  'an invitation that nobody accepted': {
    keptMs: 0,
    put: (name, at, { storeId }) =>
      sql`insert into invitations (store_id, id, token_hash, email, role, invited_by, created_at, expires_at)
          values (${storeId}, ${name}, ${name}, ${name}, 'staff', '', 0, ${at})`,
    left: sql`select email as name from invitations`,
  },
  'a customer who never paid': {
    keptMs: 30 * DAY_MS,
    put: (name, at) => sql`update checkouts set expires_at = ${at} where customer_name = ${name}`,
    left: sql`select customer_name as name from checkouts where customer_name <> ''`,
  },
}

onEachEngine((running) => {
  test('each kind of row is deleted right after its retention time, by a trusted clock alone', async () => {
    const { app, clock, engine } = running
    const { db } = app.world
    const shop = await openShop(app)
    for (const name of ['young', 'old']) await shop.beginPaying({ name })
    await addWebhook(app.world, { storeId: shop.storeId, url: 'https://shop.example.com/hook' })
    const kinds = Object.entries(KINDS).filter(([, { only }]) => only === undefined || only === engine)
    for (const [, { keptMs, put }] of kinds) {
      await run(db, put('young', clock.now() - keptMs, shop))
      await run(db, put('old', clock.now() - keptMs - 1, shop))
    }
    const left = async ({ left: query }: Kind) => (await run(db, query)).map(({ name }) => name).sort()
    await cleanOnce({ clockMayBeWrong: true })
    for (const [what, kind] of kinds) assert.deepEqual(await left(kind), ['old', 'young'], what)
    await cleanOnce()
    for (const [what, kind] of kinds) assert.deepEqual(await left(kind), ['young'], what)
  })

  test('a checkout is kept once paid, or while a refund is due or a payment is being looked for', async () => {
    const { world } = running.app
    const { db, now } = world
    const { storeId, productId, beginPaying } = await openShop(running.app, { stock: 9 })
    const begin = async (name: string, change = sql`settled_at = null`) => {
      const { id, reference } = await beginPaying({ name })
      await run(db, sql`update payments set gateway = 'razorpay', ${change} where id = ${id}`)
      return { id, reference }
    }
    const owe = ({ id }: { id: string }, done_at: number | null) =>
      run(
        db,
        sql`insert into refund_tasks (store_id, payment_id, amount_paise, reason, created_at, done_at)
            values (${storeId}, ${id}, 100, 'test', 0, ${done_at})`,
      )
    const lookFor = ({ id, reference }: { id: string; reference: string }, done_at: number | null = null) =>
      run(
        db,
        sql`insert into payment_problems
              (store_id, gateway, reference, reason, payment_id, times, created_at, last_at, done_at)
            values (${storeId}, 'razorpay', ${reference}, 'test', ${id}, 1, 0, ${now()}, ${done_at})`,
      )
    await begin('Never paid')
    await owe(await begin('Owed'), null)
    await owe(await begin('Returned'), 1)
    await lookFor(await begin('In trouble'))
    await lookFor(await begin('Found'), 1)
    await lookFor(await begin('Settled', sql`settled_at = 1`))
    await lookFor(await begin('Tested', sql`account = 'rzp_test_1'`))
    await placePaidOrder(world, { storeId, productId, given: { name: 'Paid' } })
    await run(db, sql`update checkouts set expires_at = 0 where store_id = ${storeId}`)
    await cleanOnce()
    const kept = sql<{ name: string }>`select customer_name as name from checkouts
      where store_id = ${storeId} and customer_name <> '' order by name`
    assert.deepEqual(
      (await run(db, kept)).map(({ name }) => name),
      ['In trouble', 'Owed', 'Paid'],
    )
  })

  test('a checkout with a payment problem is kept until 90 days after the last report of it', async () => {
    const { app, clock } = running
    const { db } = app.world
    const { storeId, beginPaying } = await openShop(app)
    const name = 'In trouble'
    const { id, checkout_id, reference } = await beginPaying({ name })
    await run(db, sql`update checkouts set expires_at = 0 where id = ${checkout_id}`)
    await run(db, sql`update payments set gateway = 'razorpay', account = 'rzp_live_1' where id = ${id}`)
    await run(
      db,
      sql`insert into payment_problems (store_id, gateway, reference, reason, payment_id, times, created_at, last_at)
          values (${storeId}, 'razorpay', ${reference}, 'test', ${id}, 1, 0, ${clock.now() - 90 * DAY_MS})`,
    )
    const kept = async () =>
      (await run(db, sql`select 1 from checkouts where id = ${checkout_id} and customer_name = ${name}`))
        .length
    await cleanOnce()
    assert.equal(await kept(), 1)
    clock.advance(1)
    await cleanOnce()
    assert.equal(await kept(), 0)
  })

  test('stock held by a clock a month ahead is released once the clock is right and trusted', async () => {
    const { app, clock } = running
    const { reserve } = await openShop(app, { stock: 1 })
    const canBeHad = async () => 'checkout' in (await reserve())
    clock.advance(30 * DAY_MS)
    assert.ok(await canBeHad())
    clock.advance(-HOUR_MS)
    await cleanOnce()
    assert.equal(await canBeHad(), false, 'a clock an hour ahead does not release it')
    clock.advance(HOUR_MS - 30 * DAY_MS)
    await cleanOnce({ clockMayBeWrong: true })
    assert.equal(await canBeHad(), false)
    await cleanOnce()
    assert.ok(await canBeHad())
  })

  test('the cleaner trusts a clock after six hours of looks without a leap', async () => {
    const { app, clock } = running
    const { db } = app.world
    const { storeId } = await openShop(app)
    await run(db, KINDS['the answer to an Idempotency-Key']!.put('old', 0, { storeId } as Shop))
    const kept = async () =>
      (await run(db, sql`select 1 from idempotency_keys where store_id = ${storeId}`)).length
    clock.advance(DAY_MS)
    for (let looks = 0; looks < 18; looks++) {
      await cleanOnce({ clockMayBeWrong: true })
      assert.equal(await kept(), 1)
      clock.advance(20 * MINUTE_MS)
    }
    await cleanOnce({ clockMayBeWrong: true })
    assert.equal(await kept(), 0)
  })

  test('a question to a provider that a clock ahead set too late is asked now', async () => {
    const { app, clock } = running
    const { db } = app.world
    const { beginPaying } = await openShop(app)
    const [soon, late] = [await beginPaying(), await beginPaying()]
    const put = (id: string, at: number) => run(db, sql`update payments set ask_at = ${at} where id = ${id}`)
    await put(soon.id, clock.now() + DAY_MS)
    await put(late.id, clock.now() + DAY_MS + 1)
    await cleanOnce({ clockMayBeWrong: true })
    const askedAt = async (id: string) =>
      (await run(db, sql<{ at: number }>`select ask_at as at from payments where id = ${id}`))[0]?.at
    assert.deepEqual([await askedAt(soon.id), await askedAt(late.id)], [clock.now() + DAY_MS, clock.now()])
  })

  test('more rows than one batch are deleted without a pause', async () => {
    const { app } = running
    const { db } = app.world
    const { storeId } = await openShop(app)
    await run(
      db,
      sql`insert into idempotency_keys (store_id, operation, path, key, body_hash, answer, created_at)
          with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 1001)
          select ${storeId}, 'test', '/', 'key ' || n, '', '{}', 0 from numbers`,
    )
    await using _ = startCleaner(app.world, { limitsInDatabase: false })
    await until(
      async () =>
        (await run(db, sql`select 1 from idempotency_keys where store_id = ${storeId}`)).length === 0,
    )
  })

  async function cleanOnce(clock: Partial<Clock> = {}) {
    const world = { ...running.app.world, ...clock }
    await using _ = startCleaner(world, { limitsInDatabase: running.engine === 'postgres' })
    await nextTurn()
  }
}, WITHOUT_WORKERS)
