import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newPlace } from '../../harness/app/new-place.ts'
import { skipWithout } from '../../harness/services/services.ts'
import { openEngine } from '../../server/open-parts.ts'
import { surveyTables } from '../../server/storage/database/tables.ts'
import { applyMigrations, knownMigrations, migrate } from '../../server/storage/migrate.ts'

for (const engine of ['sqlite', 'postgres'] as const) {
  describe(`tables on ${engine}`, { skip: engine === 'postgres' && skipWithout.postgres }, () => {
    test('made by migrations are ours at every version, and have a key', async () => {
      await using place = await newPlace(engine)
      await using db = await openEngine(place.config.database)
      for (const age of knownMigrations(engine)) {
        await db.migrating(
          async (script, tx) => void (await applyMigrations(script, tx, (name) => name <= age, 5)),
        )
        const { ours, others } = await surveyTables(db)
        const keyless = ours.filter(({ key }) => key.length === 0).map(({ name }) => name)
        assert.deepEqual([others, keyless], [[], []], age)
      }
    })

    test('made by others are theirs; beside a newer program those with a key may belong to it', async () => {
      await using place = await newPlace(engine)
      await using db = await openEngine(place.config.database)
      const run = (sql: string) => db.migrating((script) => script(sql))
      await run('create table reports (line text)')
      assert.deepEqual(await surveyTables(db), { ours: [], others: ['reports'], notOwned: [] })
      await migrate(db, Date.now)
      await run(`create table sums (id text primary key);
        create table parts (id text primary key, sum_id text references sums)`)
      const { ours, others } = await surveyTables(db)
      assert.deepEqual(others, ['parts', 'reports', 'sums'])
      await run("insert into migrations (name, applied_at, rolling) values ('9999-later', 5, 1)")
      const newer = await surveyTables(db)
      assert.deepEqual(newer.others, ['reports'])
      const names = newer.ours.map(({ name }) => name)
      assert.equal(names.length, ours.length + 2)
      assert.ok(names.indexOf('sums') < names.indexOf('parts'))
    })
  })
}

test('tables are found in a schema of PostgreSQL whose name has capitals', {
  skip: skipWithout.postgres,
}, async () => {
  await using place = await newPlace('postgres')
  const url = new URL(place.settings.DATABASE_URL!)
  {
    await using db = await openEngine(place.config.database)
    await db.migrating((script) => script('create schema "Shop"'))
  }
  url.searchParams.set('options', '-c search_path="Shop"')
  await using db = await openEngine({ kind: 'postgres', url: url.href })
  await migrate(db, Date.now)
  assert.ok((await surveyTables(db)).ours.some(({ name }) => name === 'stores'))
})
