import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { caller, newSeller, startTestApp, type TestApp } from '../../harness/app/app.ts'
import { movableClock } from '../../harness/app/clock.ts'
import { newPlace } from '../../harness/app/new-place.ts'
import { until } from '../../harness/app/until.ts'
import { startForeignPostgres } from '../../harness/services/postgres-server.ts'
import { postgresDatabase, skipWithout } from '../../harness/services/services.ts'
import { newOwner } from '../../harness/shops/dashboard.ts'
import { newOrder, newProduct } from '../../harness/shops/orders.ts'
import { openPage } from '../../harness/shops/page.ts'
import { makeLog } from '../../server/log.ts'
import { MINUTE_MS } from '../../server/rules/values/durations.ts'
import { findMail } from '../../server/storage/mails/mails.ts'
import { knownMigrations } from '../../server/storage/migrate.ts'
import { PostgresEngine } from '../../server/storage/postgres/engine.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { findStore } from '../../server/storage/stores/stores.ts'
import { sendDueMails } from '../../server/workers/mails.ts'
import { writeStore } from './engine.suite.ts'

const takeNoWrites = ({ world }: TestApp, flag: 0 | 1) =>
  world.db.rows({ sql: `pragma query_only = ${flag}`, reads: true, name: undefined }, [])

test('a database that lacks a migration is not ready', async () => {
  await using app = await startTestApp()
  const ready = async () => {
    const answer = await fetch(`${app.url}/readyz`)
    return [answer.status, await answer.json()]
  }
  assert.deepEqual(await ready(), [200, { status: 'ok' }])
  const name = knownMigrations('sqlite').at(-1)!
  await rowsOf(app.world.db, (sql) => sql.deleteFrom('migrations').where('name', '=', name))
  assert.deepEqual(await ready(), [503, { status: 'migrations pending', pending: [name] }])
})

test('while SQLite takes no writes they get 503, logged once, and reads go on; afterwards all works', async () => {
  const lines: string[] = []
  const log = makeLog('info', { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  await using app = await startTestApp({}, { log })
  const seller = await newSeller(app)
  const path = `/api/products/${await newProduct(seller)}`
  const edit = () => seller.call('PUT', `${path}/edit`, { name: 'Lamp' })
  const ready = async () => {
    const answer = await fetch(`${app.url}/readyz`)
    return [answer.status, await answer.json()]
  }
  assert.deepEqual(await ready(), [200, { status: 'ok' }])
  await takeNoWrites(app, 1)
  for (let n = 0; n < 3; n++) {
    const { status, body } = await edit()
    assert.deepEqual([status, body], [503, { error: 'Service is temporarily unavailable' }])
    assert.deepEqual(await ready(), [503, { status: 'database takes no writes' }])
  }
  assert.equal((await seller.call('GET', path)).status, 200)
  const told = ['The database is unavailable', 'Not ready: /readyz says "database takes no writes"']
  assert.deepEqual(
    lines.filter((line) => told.includes(line)),
    told,
  )
  await takeNoWrites(app, 0)
  assert.equal((await edit()).status, 200)
  assert.deepEqual(await ready(), [200, { status: 'ok' }])
})

test('while PostgreSQL does not let us in, requests get 503, logged once, and then all works', {
  skip: skipWithout.postgres,
}, async () => {
  await using place = await newPlace('postgres')
  const address = new URL(place.settings.DATABASE_URL!)
  const database = address.pathname.slice(1)
  const user = `haat_${randomUUID().replaceAll('-', '')}`
  const owner = new pg.Client({
    connectionString: Object.assign(new URL(address), { pathname: '/postgres' }).href,
  })
  await owner.connect()
  try {
    await owner.query(`create role ${user} login password 'secret' in role current_user`)
    const limited = Object.assign(new URL(address), { username: user, password: 'secret' })
    const lines: string[] = []
    const log = makeLog('info', { write: (line: string) => void lines.push(JSON.parse(line).msg) })
    await using app = await startTestApp({ ...place.settings, DATABASE_URL: limited.href }, { log })
    const seller = await newSeller(app)
    const path = `/api/products/${await newProduct(seller)}`
    const read = async () => (await seller.call('GET', path)).status
    for (const [refuse, letIn] of [
      [`alter role ${user} nologin`, `alter role ${user} login`],
      [`alter database ${database} rename to ${user}`, `alter database ${user} rename to ${database}`],
      [
        `alter database ${database} allow_connections false`,
        `alter database ${database} allow_connections true`,
      ],
      [
        `revoke connect on database ${database} from public, current_user`,
        `grant connect on database ${database} to public, current_user`,
      ],
    ] as const) {
      const end = () =>
        owner.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [user])
      await until(async () => {
        await end()
        return owner.query(refuse).then(
          () => true,
          () => false,
        )
      })
      await end()
      try {
        for (let n = 0; n < 3; n++) assert.equal(await read(), 503, refuse)
        assert.equal((await fetch(`${app.url}/readyz`)).status, 503)
      } finally {
        await owner.query(letIn)
      }
      await until(async () => (await read()) === 200)
    }
    assert.ok(!lines.includes('A request failed unexpectedly'))
    assert.equal(lines.filter((line) => line === 'The database is unavailable').length, 1)
  } finally {
    const within = new pg.Client({ connectionString: address.href })
    await within.connect()
    await within.query(`drop owned by ${user} cascade`)
    await within.end()
    await owner.query(`drop role ${user}`)
    await owner.end()
  }
})

for (const refusal of [
  'alter role USER nologin',
  'revoke connect on database DATABASE from public, current_user',
])
  test(`after "${refusal}" connections that are open work on`, { skip: skipWithout.postgres }, async () => {
    await using database = await postgresDatabase()
    const user = `haat_${randomUUID().replaceAll('-', '')}`
    const owner = new pg.Client({ connectionString: database.url })
    await owner.connect()
    const sessions = `select pid from pg_stat_activity where usename = '${user}' and query like`
    try {
      await owner.query(`create role ${user} login password 'secret' in role current_user`)
      const limited = Object.assign(new URL(database.url), { username: user, password: 'secret' })
      await using db = new PostgresEngine(limited.href)
      const slow = db.rows({ sql: 'select 7 as kept, pg_sleep(2)', reads: true, name: undefined }, [])
      const pulse = await until(async () => {
        const asleep = await owner.query(`${sessions} '%pg_sleep%'`)
        const pulse = await owner.query(`${sessions} '%transaction_read_only%'`)
        return asleep.rows.length > 0 && pulse.rows[0]?.pid
      })
      await owner.query(refusal.replace('USER', user).replace('DATABASE', owner.database!))
      await owner.query('select pg_terminate_backend($1)', [pulse])
      assert.equal(((await slow) as Array<{ kept: number }>)[0]!.kept, 7)
    } finally {
      await owner.query(`drop owned by ${user} cascade; drop role ${user}`)
      await owner.end()
    }
  })

test('while SQLite takes no writes an open dashboard stays readable, with the last key use that was stored', async () => {
  const clock = movableClock()
  await using app = await startTestApp({}, { now: clock.now })
  const { ask, store } = await newOwner(app)
  const { api_key } = await ask('generateKey', { store })
  const use = () => caller(app.url, api_key)('GET', '/api/events')
  const lastUsed = async () => (await ask('readKey', { store })).last_used_at
  await use()
  const before = await lastUsed()
  await takeNoWrites(app, 1)
  clock.advance(5 * MINUTE_MS + 1)
  await use()
  assert.ok((await ask('session', {})).person)
  assert.equal(await lastUsed(), before)
  await ask('readUse', { store })
  await takeNoWrites(app, 0)
  assert.notEqual(await lastUsed(), before)
})

const WAITERS = "select 1 from pg_stat_activity where wait_event_type = 'Lock'"
const OTHERS_CONNECT_ANEW =
  'select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'

test('while PostgreSQL is away or takes no writes every answer is 503, whatever its language, until it is back', {
  skip: skipWithout.postgresServer,
}, async () => {
  await using server = await startForeignPostgres()
  const lines: string[] = []
  const log = makeLog('info', { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  await using app = await startTestApp({ DATABASE_URL: server.url }, { log })
  const seller = await newSeller(app)
  const product = await newProduct(seller)
  const read = () => seller.call('GET', `/api/products/${product}`)
  const status = async (path: string) => (await fetch(app.url + path)).status
  assert.equal((await read()).status, 200)
  assert.equal(await status('/readyz'), 200)

  const { db } = app.world
  const together = ['first', seller.store_id, 'last'].map((id) => db.transaction((tx) => writeStore(tx, id)))
  const outcomes = (await Promise.allSettled(together)).map((outcome) => outcome.status)
  assert.deepEqual(outcomes, ['fulfilled', 'rejected', 'fulfilled'], 'only the one at fault is refused')

  const administrator = new pg.Client({ connectionString: server.url })
  administrator.on('error', () => {})
  await administrator.connect()
  await administrator.query('alter database postgres set default_transaction_read_only = on')
  await administrator.query(OTHERS_CONNECT_ANEW)
  for (let n = 0; n < 3; n++) assert.equal((await read()).status, 503)
  const ready = await fetch(`${app.url}/readyz`)
  assert.equal(ready.status, 503)
  assert.deepEqual(await ready.json(), { status: 'database takes no writes' })
  // Existing sessions stay read-only, like connections that still lead to a standby after its address has moved.
  await administrator.query('alter database postgres set default_transaction_read_only = off')
  await administrator.end()
  await until(async () => (await status('/readyz')) === 200)
  assert.equal((await read()).status, 200)

  const between = db.transaction(async (tx) => {
    await findStore(tx, seller.store_id)
    await server.crash()
    await sleep(100)
  })
  await assert.rejects(between, 'a connection that breaks between two queries ends the transaction alone')
  const answers = { 50: await read(), 20: await seller.call('POST', '/api/products/create', {}) }
  for (const [limit, answer] of Object.entries(answers)) {
    assert.equal(answer.status, 503)
    assert.equal(answer.headers.get('x-ratelimit-limit'), limit)
    assert.equal(answer.headers.get('x-ratelimit-remaining'), limit)
    assert.match(answer.headers.get('x-ratelimit-reset') ?? '', /^\d{10}$/)
    assert.deepEqual(answer.body, { error: 'Service is temporarily unavailable' })
    assert.equal(answer.headers.get('retry-after'), '1')
    assert.equal(answer.headers.get('x-api-version'), 'v1')
  }
  for (let n = 0; n < 3; n++) assert.equal(await status('/readyz'), 503)
  assert.equal(await status('/healthz'), 200)
  const store = `/s/${seller.slug}`
  const opened = await openPage(app, store)
  assert.equal(opened.status, 503)
  assert.match(opened.text, /cannot answer just now\. This page looks again by itself\. Look again now/)
  assert.match(opened.html, /<noscript><meta http-equiv="refresh"/)
  assert.match(opened.html, /data-look-again/)
  assert.match(opened.headers.get('content-security-policy')!, /connect-src 'self'/)
  const posted = await openPage(app, `${store}/p/${product}/checkout`, {
    method: 'POST',
    body: new URLSearchParams(),
  })
  assert.equal(posted.status, 503)
  assert.match(posted.text, /Load this page again in a minute/)
  assert.doesNotMatch(posted.html, /look-again|refresh/, 'it would be sent again')
  const told = lines.filter((line) => line.startsWith('Not ready'))
  assert.deepEqual(told, [
    'Not ready: /readyz says "database takes no writes"',
    'Not ready: /readyz says "database unreachable"',
  ])

  await server.start()
  assert.equal((await read()).status, 200)
  assert.equal(await status('/readyz'), 200)
  const order = await newOrder(app, seller, await newProduct(seller))

  const { promise: sent, resolve } = Promise.withResolvers<void>()
  const { signal: stopping } = new AbortController()
  const sending = sendDueMails(app.world, { send: () => server.crash().then(resolve) }, stopping, {
    sendWithinMs: 1,
  })
  await sent
  assert.equal((await read()).status, 503)
  await server.start()
  await sending
  const { status: became } = (await findMail(db, order, 'started'))!
  assert.equal(became, 'sent', 'a mail sent during the outage is recorded after it')

  const next = await newOrder(app, seller, await newProduct(seller))
  const subjects: string[] = []
  /** A round of the mail worker that is running when the database goes away. */
  const cutOff = async (how?: { sendWithinMs: number }) => {
    const holder = new pg.Client({ connectionString: server.url })
    holder.on('error', () => {})
    await holder.connect()
    await holder.query('begin; lock table orders')
    const sender = { send: async ({ subject }: { subject: string }) => void subjects.push(subject) }
    const round = sendDueMails(app.world, sender, stopping, how)
    await until(async () => (await holder.query(WAITERS)).rowCount! > 0)
    await server.crash()
    return { round }
  }
  const { round: writing } = await cutOff()
  await server.start()
  await writing
  const { status: then, attempts } = (await findMail(db, next, 'started'))!
  assert.deepEqual(
    [subjects.length, then, attempts],
    [1, 'sent', 1],
    'the pending record is written after the outage',
  )

  const last = await newOrder(app, seller, await newProduct(seller))
  const { round: given } = await cutOff({ sendWithinMs: 2000 })
  await given // ends even while the database is away: the claim on the mail simply expires
  await server.start()
  const left = (await findMail(db, last, 'started'))!
  assert.deepEqual([subjects.length, left.status], [1, 'pending'])
})
