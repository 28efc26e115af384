import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aProduct, newSeller, startTestApp } from '../../harness/app/app.ts'
import { until } from '../../harness/app/until.ts'
import { startSlowProxy } from '../../harness/servers/slow-proxy.ts'
import { startPostgres } from '../../harness/services/postgres-server.ts'
import { postgresDatabase, skipWithout } from '../../harness/services/services.ts'
import { PostgresEngine } from '../../server/storage/postgres/engine.ts'

const longQuery = (seconds: number) => ({
  sql: `select pg_sleep(${seconds})`,
  reads: true,
  name: undefined,
})

const beBusy = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

test('a slow query and a busy process do not count as a hang of PostgreSQL', {
  skip: skipWithout.postgres,
}, async () => {
  await using database = await postgresDatabase()
  await using db = new PostgresEngine(database.url)
  await db.rows(longQuery(0), [])
  const answers = [db.rows(longQuery(1.5), []), db.rows(longQuery(0.1), [])]
  for (let turn = 0; turn < 3; turn++) setTimeout(beBusy, 60 + turn, 700)
  assert.equal((await Promise.all(answers)).length, 2)
})

test('high latency does not count as a hang, nor does slow connecting after one', {
  skip: skipWithout.postgres,
}, async () => {
  await using database = await postgresDatabase()
  const far = async () => {
    await using proxy = await startSlowProxy(database.url, { delayMs: 150 })
    await using db = new PostgresEngine(proxy.url)
    for (let turn = 0; turn < 3; turn++) assert.equal((await db.rows(longQuery(0), [])).length, 1)
  }
  const hung = async () => {
    await using proxy = await startSlowProxy(database.url)
    await using db = new PostgresEngine(proxy.url)
    await db.rows(longQuery(0.1), [])
    proxy.pace.firstDelayMs = 1000
    proxy.hang()
    await assert.rejects(async () => db.rows(longQuery(0), []), /PostgreSQL does not answer/)
    proxy.resume()
    await until(() => db.rows(longQuery(0), []).catch(() => false))
  }
  await Promise.all([far(), hung()])
})

test('requests get 503 while PostgreSQL hangs, and succeed once it answers again', {
  skip: skipWithout.postgresServer,
}, async () => {
  await using server = await startPostgres()
  await using app = await startTestApp({ DATABASE_URL: server.url })
  const seller = await newSeller(app)
  const created = await seller.call('POST', '/api/products/create', aProduct())
  const read = () => seller.call('GET', `/api/products/${created.body.product_id}`)
  assert.equal((await read()).status, 200)

  server.freeze()
  const frozen = app.world.db.snapshot().then(
    () => 'taken',
    () => 'refused',
  )
  const during = await Promise.all([read(), seller.call('POST', '/api/products/create', aProduct()), read()])
  const again = await read()
  const known = app.world.db.transaction(async () => {})
  const asked = app.world.db.load()
  await assert.rejects(known, /PostgreSQL does not answer/)
  server.thaw()

  assert.deepEqual([asked.open, asked.waiting], [0, 0], 'a server known to hang is not queried')
  for (const { status, body } of [...during, again]) {
    assert.equal(status, 503)
    assert.deepEqual(body, { error: 'Service is temporarily unavailable' })
  }
  assert.equal(await frozen, 'refused')
  await until(async () => (await read()).status === 200)
  await until(async () => {
    const { open, idle } = app.world.db.load()
    return open === idle
  })
  assert.equal((await seller.call('POST', '/api/products/create', aProduct())).status, 201)
})

test('a PostgreSQL that hangs does not delay the stop', {
  skip: skipWithout.postgresServer,
  timeout: 20_000,
}, async (t) => {
  const server = await startPostgres()
  t.after(() => server[Symbol.asyncDispose]())
  const app = await startTestApp({ DATABASE_URL: server.url })
  const seller = await newSeller(app)
  assert.equal((await seller.call('POST', '/api/products/create', aProduct())).status, 201)
  server.freeze()
  await app[Symbol.asyncDispose]()
})
