import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import { until } from '../../harness/app/until.ts'
import { startPostgres } from '../../harness/services/postgres-server.ts'
import { postgresDatabase, skipWithout } from '../../harness/services/services.ts'
import { findPersonByEmail, lockPerson } from '../../server/storage/accounts/people.ts'
import { listCategories } from '../../server/storage/categories/categories.ts'
import { lockCategory } from '../../server/storage/categories/category-changes.ts'
import { listTables } from '../../server/storage/database/tables.ts'
import type { Queries } from '../../server/storage/engine.ts'
import { lockIdempotencyKey } from '../../server/storage/idempotency-keys.ts'
import { claimLetters, findLetter, listLatestLetters } from '../../server/storage/mails/letters.ts'
import { claimMails, findMail, listLatestMails } from '../../server/storage/mails/mails.ts'
import { migrate } from '../../server/storage/migrate.ts'
import { findCheckout } from '../../server/storage/orders/checkouts.ts'
import { listOrderHistory } from '../../server/storage/orders/order-history.ts'
import { findOrder, lockOrder } from '../../server/storage/orders/orders.ts'
import { listPaymentProblems } from '../../server/storage/payments/payment-problem-list.ts'
import { findRazorpayKeys } from '../../server/storage/payments/razorpay-keys.ts'
import { PostgresEngine } from '../../server/storage/postgres/engine.ts'
import { findProduct } from '../../server/storage/products/products.ts'
import { findApiKey } from '../../server/storage/stores/api-keys.ts'
import { findStore, findStoreBySlug, insertStore } from '../../server/storage/stores/stores.ts'
import { listAttempts } from '../../server/storage/webhooks/delivery-attempts.ts'
import { findWebhook, listFailingSince, listWebhooks } from '../../server/storage/webhooks/webhooks.ts'

const KEY = { store_id: '', operation: '', path: '', key: '' }

/** Queries that return whole rows. New columns invalidate their prepared statements, even if no row matches. */
const WHOLE_ROWS: Array<(db: Queries) => unknown> = [
  (db) => findApiKey(db, ''),
  (db) => listCategories(db, ''),
  (db) => lockCategory(db, '', ''),
  (db) => findCheckout(db, '', ''),
  (db) => listAttempts(db, '', '', 0),
  (db) => lockIdempotencyKey(db, KEY),
  (db) => claimLetters(db, 0, 0),
  (db) => findLetter(db, ''),
  (db) => listLatestLetters(db, 1),
  (db) => claimMails(db, 0, 0, 1),
  (db) => findMail(db, '', ''),
  (db) => listLatestMails(db, 1),
  (db) => findOrder(db, '', ''),
  (db) => lockOrder(db, '', ''),
  (db) => listOrderHistory(db, '', ''),
  (db) => listPaymentProblems(db, '', 'due', undefined, 1),
  (db) => findPersonByEmail(db, ''),
  (db) => lockPerson(db, ''),
  (db) => findProduct(db, '', ''),
  (db) => findRazorpayKeys(db, ''),
  (db) => findStoreBySlug(db, ''),
  (db) => findWebhook(db, '', ''),
  (db) => listWebhooks(db, ''),
  (db) => listFailingSince(db, { since: 0, waitsUntil: 0, testedAfter: 0, limit: 1 }),
]

/** Lock waits in this database; other databases on the server belong to other tests. */
const WAITING = {
  sql: `select 1 from pg_locks where not granted
    and database = (select oid from pg_database where datname = current_database())`,
  reads: true,
  name: undefined,
}

describe('beside a newer instance', { skip: skipWithout.postgres }, () => {
  const opened = new AsyncDisposableStack()
  let old: PostgresEngine
  let newer: PostgresEngine
  before(async () => {
    const { url } = opened.use(await postgresDatabase())
    // One connection of each kind, so that later queries run on the connection that prepared them.
    old = opened.use(new PostgresEngine(url, { transactions: 1, reads: 1 }))
    newer = opened.use(new PostgresEngine(url, { transactions: 1, reads: 1 }))
    await migrate(old, Date.now)
  })
  after(() => opened.disposeAsync())

  test('an instance keeps working when a column is added to every table', async () => {
    const works = async (id: string) => {
      const askAll = async (db: Queries) => {
        for (const ask of WHOLE_ROWS) await ask(db)
      }
      await insertStore(old, { id, slug: id, name: id, created_at: 1 })
      await askAll(old)
      await old.transaction(askAll)
      return (await findStore(old, id))?.name
    }
    assert.equal(await works('before'), 'before')
    await newer.migrating(async (script, tx) => {
      for (const { name } of await listTables(tx)) {
        await script(`alter table ${name} add column later text not null default ''`)
      }
    })
    assert.equal(await works('after'), 'after')
  })

  test('a migration that waits for a table does not block queries behind it for long', async () => {
    let migrated: Promise<void> | undefined
    await old.transaction(async (tx) => {
      await findStore(tx, 'x')
      migrated = newer.migrating((script) => script('alter table stores add column latest text'))
      await until(async () => (await tx.rows(WAITING, [])).length > 0)
      assert.equal(await findStore(old, 'x'), undefined)
    })
    await migrated
  })

  test('a migration of several tables waits for a checkout, and no checkout waits for it', async () => {
    const write = (sql: string) => ({ sql, reads: false, name: undefined })
    await newer.migrating((script) =>
      script(`drop index checkouts_by_former_attempt;
        delete from migrations where name = '0290-image-uses-by-owner'`),
    )
    let migrated: Promise<string[]> | undefined
    await old.transaction(async (tx) => {
      await tx.rows(write(`set local lock_timeout = '300ms'`), [])
      await tx.rows(write('update checkouts set pincode = pincode'), [])
      migrated = migrate(newer, Date.now)
      await until(async () => (await tx.rows(WAITING, [])).length > 0)
      await tx.rows(write('update image_uses set hash = hash'), [])
    })
    assert.deepEqual(await migrated, ['0290-image-uses-by-owner'])
  })
})

test('autovacuum, which may work on a large table for hours, gives way to a migration', {
  skip: skipWithout.postgresServer,
}, async () => {
  await using server = await startPostgres({ autovacuum_naptime: '1s' })
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line).msg) })
  await using db = new PostgresEngine(server.url, { log })
  const slowly = 'autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1'
  await db.migrating((script) =>
    script(
      `create table large (n int) with (${slowly}); insert into large select generate_series(1, 100000)`,
    ),
  )
  await db.migrating((script) => script('delete from large'))
  const vacuum = `select 1 from pg_locks where relation = 'large'::regclass and mode = 'ShareUpdateExclusiveLock'`
  await until(async () => (await db.rows({ sql: vacuum, reads: true, name: undefined }, [])).length > 0)
  let tries = 0
  await db.migrating(async (script) => {
    assert.ok(++tries < 5, 'autovacuum does not give way') // The first is enough unless the machine is very busy.
    await script('alter table large add column more text')
  })
  for (const line of lines) assert.match(line, /^Waiting for autovacuum, session \d+ of PostgreSQL, which /)
})
