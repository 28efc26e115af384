import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { newSeller, startTestApp } from '../../harness/app/app.ts'
import { configOf } from '../../harness/app/config-of.ts'
import { newPlace } from '../../harness/app/new-place.ts'
import { until } from '../../harness/app/until.ts'
import { migrated } from '../../harness/services/engines.ts'
import { startPooler } from '../../harness/services/pooler.ts'
import { startPostgres } from '../../harness/services/postgres-server.ts'
import { postgresDatabase, skipWithout } from '../../harness/services/services.ts'
import { newOrder, newProduct } from '../../harness/shops/orders.ts'
import { openEngine } from '../../server/open-parts.ts'
import { backUp } from '../../server/operations/backup.ts'
import { checkUpgrade } from '../../server/operations/check-upgrade.ts'
import { examine } from '../../server/operations/doctor/examine.ts'
import { failureSentence } from '../../server/operations/failure-words.ts'
import { moveToPostgres } from '../../server/operations/move.ts'
import { restoreFile } from '../../server/operations/restore-file.ts'
import { listTables } from '../../server/storage/database/tables.ts'
import { PostgresEngine } from '../../server/storage/postgres/engine.ts'
import { requireOwnSessions } from '../../server/storage/postgres/own-sessions.ts'

const FIX = 'Run PgBouncer in session mode (pool_mode = session), or point DATABASE_URL past it.'
const FULL =
  'Check that PgBouncer reaches PostgreSQL, and set its default_pool_size and max_client_conn above 16 × instances + 10.'

test('PgBouncer works in session mode; in others the start is refused, and the doctor and the upgrade check say why', {
  skip: skipWithout.postgres || skipWithout.pooler,
}, async () => {
  await using database = await postgresDatabase(migrated)
  {
    await using pooler = await startPooler(database.url, 'session')
    await using app = await startTestApp({ DATABASE_URL: pooler.url })
    const seller = await newSeller(app)
    await newOrder(app, seller, await newProduct(seller))
    assert.equal((await fetch(`${app.url}/readyz`)).status, 200)
  }
  for (const mode of ['transaction', 'statement'] as const) {
    await using pooler = await startPooler(database.url, mode)
    const settings = { DATABASE_URL: pooler.url }
    await assert.rejects(startTestApp(settings), (error) => {
      assert.ok(failureSentence(error, configOf(settings))?.endsWith(FIX), String(error))
      return true
    })
    const findings = await examine(configOf(settings))
    const { state, fix } = findings.find(({ subject }) => subject === 'database')!
    assert.deepEqual([mode, state, fix], [mode, 'broken', FIX])
    const { blocks } = await checkUpgrade(configOf(settings))
    assert.deepEqual(
      blocks.map((block) => block.slice(-FIX.length)),
      [FIX],
    )
  }
})

test('a PgBouncer that is full, or refuses a password or a name, is not blamed for its mode', {
  skip: skipWithout.postgres || skipWithout.pooler,
}, async () => {
  await using database = await postgresDatabase(migrated)
  await using pooler = await startPooler(database.url, 'session', { most: 20 })
  const fixFor = async (change: { password?: string; pathname?: string }) => {
    const settings = { DATABASE_URL: Object.assign(new URL(pooler.url), change).href }
    const findings = await examine(configOf(settings))
    return findings.find(({ subject }) => subject === 'database')!.fix
  }
  assert.equal(
    await fixFor({ password: 'wrong' }),
    'Check that DATABASE_URL names a user of PostgreSQL and its password.',
  )
  assert.equal(
    await fixFor({ pathname: '/nowhere' }),
    'Make the database nowhere, or name another in DATABASE_URL.',
  )
  const guests = Array.from({ length: 20 }, () => new pg.Client({ connectionString: pooler.url }))
  for (const guest of guests) guest.connect().catch(() => {}) // Some wait for a session; the last may be refused.
  await until(async () => (await fixFor({})) === FULL)
  await Promise.all(guests.map((guest) => guest.end()))
})

test('move and restore refuse a PgBouncer through which the service would not start', {
  skip: skipWithout.postgres || skipWithout.pooler,
}, async () => {
  await using place = await newPlace('sqlite')
  await using database = await postgresDatabase()
  await using pooler = await startPooler(database.url, 'transaction')
  {
    await using _app = await startTestApp(place.settings)
  }
  const file = join(place.folder, 'haat.backup')
  await backUp(place.config, file, { withImages: false, now: Date.now })
  const there = configOf({ ...place.settings, DATABASE_URL: pooler.url })
  await assert.rejects(restoreFile(there, file, { verify: false, now: Date.now }), {
    code: 'SHARED_SESSIONS',
  })
  await assert.rejects(moveToPostgres(place.config, pooler.url, Date.now), (error: Error) => {
    assert.ok(error.message.endsWith(FIX.replace('DATABASE_URL', '--to')), error.message)
    return true
  })
  await using db = await openEngine({ kind: 'postgres', url: database.url })
  assert.deepEqual(await listTables(db), [])
  assert.ok(existsSync(join(place.folder, 'haat.db')))
})

test('a pooler that rotates between two, three or four sessions is detected too', {
  skip: skipWithout.postgres || skipWithout.pooler,
}, async () => {
  await using database = await postgresDatabase()
  await using pooler = await startPooler(database.url, 'transaction', { inTurn: true })
  for (const count of [2, 3, 4]) {
    await openSessions(pooler.url, count)
    await assert.rejects(requireOwnSessions(pooler.url), { code: 'SHARED_SESSIONS' }, `${count} in turn`)
  }
})

test('while the server behind PgBouncer is down every request gets 503, and succeeds once it is back', {
  skip: skipWithout.postgresServer || skipWithout.pooler,
}, async () => {
  await using server = await startPostgres()
  await using pooler = await startPooler(server.url, 'session')
  await using app = await startTestApp({ DATABASE_URL: pooler.url })
  const seller = await newSeller(app)
  const path = `/api/products/${await newProduct(seller)}`
  await server.crash()
  for (let n = 0; n < 5; n++) assert.equal((await seller.call('GET', path)).status, 503)
  await server.start()
  await until(async () => (await seller.call('GET', path)).status === 200)
})

test('a PgBouncer without room for more clients keeps serving those it has', {
  skip: skipWithout.postgres || skipWithout.pooler,
}, async () => {
  await using database = await postgresDatabase(migrated)
  await using pooler = await startPooler(database.url, 'session', { most: 2 })
  await using engine = new PostgresEngine(pooler.url, { transactions: 1, reads: 1 })
  const query = (sql: string) => engine.rows({ sql, reads: false, name: undefined }, [])
  await query('select 1')
  const server = new pg.Client({ connectionString: database.url })
  await server.connect()
  await until(async () => (await server.query(END_OF_PULSE)).rowCount === 1)
  let another: pg.Client | undefined
  await until(() => {
    another = new pg.Client({ connectionString: pooler.url })
    return another.connect().then(
      () => true,
      () => false,
    )
  })
  await query('select pg_sleep(1.5)')
  await Promise.all([another?.end(), server.end()])
})

const END_OF_PULSE = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and query like '%transaction_read_only%'`

/** This many concurrent transactions make the pooler open this many sessions, which it keeps. */
async function openSessions(connectionString: string, count: number) {
  const clients = Array.from({ length: count }, () => new pg.Client({ connectionString }))
  await Promise.all(clients.map((client) => client.connect()))
  for (const sql of ['begin', 'commit']) await Promise.all(clients.map((client) => client.query(sql)))
  await Promise.all(clients.map((client) => client.end()))
}
