import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import { until } from '../../harness/app/until.ts'
import { postgresDatabase, skipWithout } from '../../harness/services/services.ts'
import type { Queries } from '../../server/storage/engine.ts'
import { PostgresEngine } from '../../server/storage/postgres/engine.ts'
import { listRunningServices } from '../../server/storage/postgres/running-services.ts'
import { PostgresSignals } from '../../server/storage/postgres/signals.ts'

const WHO_ANSWERS = { sql: 'select pg_backend_pid() as pid', name: 'haat_who_answers', reads: true }

test('reads one after the other share a connection of PostgreSQL, and those at once take two', {
  skip: skipWithout.postgres,
}, async () => {
  await using database = await postgresDatabase()
  await using engine = new PostgresEngine(database.url)
  const answering = async () => ((await engine.first(WHO_ANSWERS, [])) as { pid: number }).pid
  const first = await answering()
  assert.deepEqual([await answering(), await answering(), await answering()], [first, first, first])
  assert.equal(new Set(await Promise.all([answering(), answering(), answering(), answering()])).size, 2)
})

/** What PostgreSQL's settings are on each kind of connection. */
async function settingsOfEach(engine: PostgresEngine, names: readonly string[]) {
  const sql = `select concat_ws(' ', ${names.map((each) => `current_setting('${each}')`)}) as together`
  const ask = async (db: Queries, name?: string) =>
    ((await db.first({ sql, name, reads: true }, [])) as { together: string }).together
  await using frozen = await engine.snapshot()
  return {
    pool: await ask(engine),
    lane: await ask(engine, 'haat_settings'),
    transaction: await engine.transaction((tx) => ask(tx)),
    shared: await engine.transaction((tx) => ask(tx), { asksOnce: true }),
    frozen: await ask(frozen),
  }
}

const ofEach = (settings: string) => ({
  pool: settings,
  lane: settings,
  transaction: settings,
  shared: settings,
  frozen: settings,
})

test('queries outside a snapshot read committed data, whatever isolation the database defaults to', {
  skip: skipWithout.postgres,
}, async () => {
  await using database = await postgresDatabase()
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query(`alter database ${database.name} set default_transaction_isolation = 'repeatable read'`)
  await owner.end()
  await using engine = new PostgresEngine(database.url)
  assert.deepEqual(await settingsOfEach(engine, ['transaction_isolation']), {
    ...ofEach('read committed'),
    frozen: 'repeatable read',
  })
})

test('commits wait for the disk and a session lasts as long as its client, whatever the database defaults to', {
  skip: skipWithout.postgres,
}, async () => {
  await using database = await postgresDatabase()
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query(`alter database ${database.name} set synchronous_commit = off`)
  // Long enough that no busy machine lets it pass between connecting and the first statement.
  await owner.query(`alter database ${database.name} set idle_session_timeout = '2s'`)
  await owner.end()
  await using engine = new PostgresEngine(database.url)
  const names = [
    'synchronous_commit',
    'idle_session_timeout',
    'tcp_keepalives_idle',
    'tcp_keepalives_count',
    'tcp_user_timeout',
  ]
  assert.deepEqual(await settingsOfEach(engine, names), ofEach('on 0 10 3 40000'))

  await using signals = new PostgresSignals(database.url, engine, pino({ level: 'silent' }))
  signals.attend()
  const services = async () => {
    const found = await listRunningServices(engine)
    return found.length > 0 && found
  }
  const listening = await until(services)
  const idle = new pg.Client({ connectionString: database.url })
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  idle.on('error', () => {}).on('end', end)
  await idle.connect()
  await ended
  assert.deepEqual(await listRunningServices(engine), listening, 'the session that listens is still there')
})

test('queries pipelined behind a statement that fails to prepare fail with the same error', {
  skip: skipWithout.postgres,
}, async () => {
  await using database = await postgresDatabase()
  await using engine = new PostgresEngine(database.url, { transactions: 1, reads: 1 })
  await engine.migrating((script) => script('create table held (id int)'))
  const holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  const count = (table: string) =>
    engine.first({ sql: `select count(*) from ${table}`, name: `haat_${table}`, reads: true }, [])
  await holder.query('begin; lock table held')
  const held = await Promise.allSettled([count('held'), count('held'), count('held')])
  await holder.end()
  const missing = await Promise.allSettled([count('missing'), count('missing')])
  const codes = [...held, ...missing].map((each) => each.status === 'rejected' && each.reason.code)
  assert.deepEqual(codes, ['55P03', '55P03', '55P03', '42P01', '42P01'])
  assert.deepEqual(await count('held'), { count: 0 })
})
