import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { aProduct, newSeller, startTestApp } from '../harness/app/app.ts'
import { SECRET } from '../harness/app/config-of.ts'
import { until } from '../harness/app/until.ts'
import { databaseSettings, type EngineName, migrated } from '../harness/services/engines.ts'
import { temporaryFolder } from '../harness/services/folder.ts'
import { skipWithout } from '../harness/services/services.ts'
import { newOrder, newProduct } from '../harness/shops/orders.ts'
import { makeLog } from '../server/log.ts'
import type { Engine } from '../server/storage/engine.ts'

const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const CUSTOMER = {
  name: 'Meera Iyer',
  email: 'meera@example.com',
  phone: '9123456780',
  line1: '4 Beach Road',
  pincode: '600001',
}

/** Makes the database fail in a way that no rule foresees, like a bug of ours. */
const SABOTAGE: Record<EngineName, string> = {
  sqlite: `create trigger broken_product before insert on products when new.name = 'Broken lamp'
      begin select raise(abort, 'broken'); end;
    create trigger broken_order before update on orders when new.tracking_url = 'https://c.example/broken'
      begin select raise(abort, 'broken'); end;`,
  postgres: `alter table products add constraint broken_product check (name <> 'Broken lamp');
    alter table orders add constraint broken_order check (tracking_url <> 'https://c.example/broken');`,
}

for (const engine of ['sqlite', 'postgres'] as const) {
  describe(`on ${engine}`, { skip: engine === 'postgres' && skipWithout.postgres }, () => {
    test('a 500 says only a fixed sentence; the log has its cause and no personal data', async () => {
      await using database = await databaseSettings(engine, migrated)
      const lines: string[] = []
      const log = makeLog('trace', { write: (line: string) => void lines.push(line) })
      await using app = await startTestApp(database.settings, { log })
      await sabotage(app.world.db, SABOTAGE[engine])
      const seller = await newSeller(app)
      const product = await newProduct(seller)
      const order = await newOrder(app, seller, product, CUSTOMER)
      await seller.call('GET', `/api/orders/${order}`)
      await seller.call('GET', `/api/products/${product}`, undefined, { 'x-api-key': 'ht-wron-gke-yyyy' })

      const failures = [
        await seller.call(
          'POST',
          '/api/products/create',
          aProduct({ name: 'Broken lamp', internal_note: 'Ours' }),
        ),
        await seller.call('PUT', `/api/orders/${order}/status`, {
          status: 'processing',
          tracking_url: 'https://c.example/broken',
        }),
      ]
      for (const { status, body, headers } of failures) {
        assert.equal(status, 500)
        assert.deepEqual(body, { error: 'Internal server error' })
        assert.equal(headers.get('x-ratelimit-limit'), '20')
        const line = lines.find((each) => JSON.parse(each).requestId === headers.get('x-request-id'))
        assert.ok(line)
        const { level, time, msg, err } = JSON.parse(line)
        assert.deepEqual([level, msg], [50, 'A request failed unexpectedly'])
        assert.match(time, /^\d{4}-\d\d-\d\dT.*Z$/)
        assert.match(err.message, /broken/)
      }
      assert.equal((await seller.call('GET', `/api/orders/${order}`)).body.status, 'started')

      const all = lines.join('').replaceAll(ID, '') // an id may happen to contain the digits of a pincode
      for (const line of lines) assert.doesNotThrow(() => JSON.parse(line))
      for (const private_ of [
        seller.api_key,
        'ht-wron-gke-yyyy',
        SECRET,
        'Ours',
        ...Object.values(CUSTOMER),
      ]) {
        assert.equal(all.includes(private_), false, private_)
      }
      const answered = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'Answered a request')
      assert.ok(answered.some(({ route, status }) => route === '/api/orders/:id' && status === 200))
      assert.ok(answered.every(({ requestId }) => /^[0-9a-f-]{36}$/.test(requestId)))
    })
  })
}

async function sabotage(db: Engine, sql: string) {
  await db.migrating((script) => script(sql))
}

/** A program that fills the log's buffer while its first line cannot be written, says so, and goes on logging. */
const TALKING = `
  import { setTimeout as sleep } from 'node:timers/promises'
  import { makeLog } from './server/log.ts'
  const log = makeLog('info')
  for (let line = 0; line < 17; line++) log.info('x'.repeat(1_000_000))
  for (let round = 0; round < 5; round++) {
    for (let line = 0; line < 20_000; line++) log.info('short')
    await sleep(50)
  }
  console.log('full')
  setInterval(() => log.info('short'), 1)`

test('a log that overran its buffer during a full disk goes on when there is room', {
  skip: process.platform === 'win32' && 'only systems with ulimit',
}, async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'log')
  const limited = 'trap "" XFSZ; ulimit -f 16; exec "$0" --input-type=module -e "$1" 2>>"$2"'
  const child = spawn('sh', ['-c', limited, process.execPath, TALKING, file], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    await once(child.stdout, 'data')
    await truncate(file)
    await until(async () => (await stat(file)).size > 0)
  } finally {
    child.kill('SIGKILL')
  }
})
