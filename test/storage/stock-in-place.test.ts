import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aProduct, newSeller, startTestApp } from '../../harness/app/app.ts'
import { migrated } from '../../harness/services/engines.ts'
import { postgresDatabase, skipWithout } from '../../harness/services/services.ts'
import type { Queries } from '../../server/storage/engine.ts'

const UPDATED_IN_PLACE = "select pg_stat_get_xact_tuples_hot_updated('products'::regclass)::int as count"

test('a change of stock leaves PostgreSQL’s indexes alone, unless it was or becomes low', {
  skip: skipWithout.postgres,
}, async () => {
  await using database = await postgresDatabase(migrated)
  await using app = await startTestApp({ DATABASE_URL: database.url, HAAT_ROLE: 'web' })
  const seller = await newSeller(app)
  await seller.call('POST', '/api/products/create', aProduct({ stock: 40 }))
  const ask = (tx: Queries, sql: string) => tx.rows({ sql, reads: false, name: undefined }, [])

  const counts = await app.world.db.transaction(async (tx) => {
    const counted = []
    for (const stock of [39, 6, 5, 4, 7, 8]) {
      await ask(tx, `update products set stock = ${stock}, updated_at = updated_at + 1`)
      counted.push(...(await ask(tx, UPDATED_IN_PLACE)))
    }
    return counted.map((row) => (row as { count: number }).count)
  })
  assert.deepEqual(counts, [1, 2, 2, 2, 2, 3])
})
