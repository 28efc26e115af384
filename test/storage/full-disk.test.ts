import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aProduct, newSeller, startTestApp } from '../../harness/app/app.ts'
import { movableClock } from '../../harness/app/clock.ts'
import { newProduct } from '../../harness/shops/orders.ts'
import { verify } from '../../server/actions/verify.ts'
import { makeLog } from '../../server/log.ts'

/** Simulated here. A really full disk needs its own file system and is part of `npm run faults`. */
test('with no disk space SQLite refuses writes and serves reads, and recovers once there is room', async () => {
  const lines: string[] = []
  const log = makeLog('info', { write: (line: string) => void lines.push(line) })
  const clock = movableClock(Date.now())
  await using app = await startTestApp({}, { log, now: clock.now })
  const { db } = app.world
  const seller = await newSeller(app)
  const product = await newProduct(seller)
  const pragma = async (sql: string) => {
    const [row] = await db.transaction((tx) =>
      tx.rows({ sql: `pragma ${sql}`, reads: false, name: undefined }, []),
    )
    return Number(Object.values(row as object)[0])
  }
  const most = await pragma('max_page_count')
  await pragma(`max_page_count = ${await pragma('page_count')}`)
  const create = () => {
    clock.advance(60_000) // so that no create reaches the rate limit
    return seller.call('POST', '/api/products/create', aProduct())
  }

  let refused = await create()
  while (refused.status === 201) refused = await create()
  assert.equal(refused.status, 503)
  assert.deepEqual(refused.body, { error: 'Storage is full: nothing can be saved just now' })
  assert.equal(refused.headers.get('retry-after'), '1')
  for (let n = 0; n < 3; n++) assert.equal((await create()).status, 503)
  assert.equal(lines.filter((line) => line.includes('Disk space has run out')).length, 1)
  assert.equal((await seller.call('GET', `/api/products/${product}`)).status, 200)

  await pragma(`max_page_count = ${most}`)
  assert.equal((await create()).status, 201)
  for await (const { name, count } of verify(app.world)) assert.equal(count, 0, name)
})
