import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { newSeller, startTestApp, type TestApp } from '../../harness/app/app.ts'
import { configOf } from '../../harness/app/config-of.ts'
import { newPlace } from '../../harness/app/new-place.ts'
import { runHaat } from '../../harness/app/server-process.ts'
import type { EngineName } from '../../harness/services/engines.ts'
import { migrated } from '../../harness/services/engines.ts'
import { skipWithout } from '../../harness/services/services.ts'
import { lifeIn } from '../../harness/shops/life.ts'
import { newOrder, newProduct } from '../../harness/shops/orders.ts'
import { pictureOf } from '../../harness/shops/pictures.ts'
import { openEngine } from '../../server/open-parts.ts'
import { backUp } from '../../server/operations/backup.ts'
import { readBackup, writeBackup } from '../../server/operations/backup-file.ts'
import type { DataRecord } from '../../server/operations/records.ts'
import { restoreFile } from '../../server/operations/restore-file.ts'
import { DAY_MS } from '../../server/rules/values/durations.ts'
import { insertRows } from '../../server/storage/database/table-rows.ts'
import type { Engine } from '../../server/storage/engine.ts'
import { applyMigrations, migrate, pendingMigrations } from '../../server/storage/migrate.ts'
import { runDoomed } from '../help/doomed/run-doomed.ts'

const ENGINES = ['sqlite', 'postgres'] as const
const now = Date.now
const MANY = 5000
/** More than customers can buy during a backup, even on a slow machine. */
const STOCK = 1_000_000
const skipOn = (...engines: EngineName[]) => engines.includes('postgres') && skipWithout.postgres
const noImages = { withImages: false, now }
const refuses = (sentence: RegExp) => (error: Error) => {
  assert.match(error.message, sentence)
  return true
}

for (const from of ENGINES) {
  const to = from === 'sqlite' ? 'postgres' : 'sqlite'
  test(`a backup of ${from} restores to ${to}`, { skip: skipOn(from, to) }, async () => {
    await using source = await newPlace(from, migrated)
    await using target = await newPlace(to)
    const file = join(source.folder, 'haat.backup')
    await using app = await startTestApp(source.settings)
    const life = await lifeIn(app)
    await newOrder(app, life.seller, life.productId)
    const unused = await newProduct(life.seller, { primary_image: await pictureOf('#ff0000') })
    await life.seller.call('DELETE', `/api/products/${unused}`)
    const made = await backUp(source.config, file, { withImages: true, now })
    const nextDay = () => now() + DAY_MS
    const restored = await restoreFile(target.config, file, { verify: true, now: nextDay })
    assert.deepEqual([made.images, restored.images, restored.migrated], [2, 2, []])
    assert.deepEqual([...new Set(restored.verdicts.map(({ count }) => count))], [0])
    assert.deepEqual(await target.holds(), made.tables)
    await using other = await startTestApp(target.settings)
    const seen = await life.seenIn(other)
    assert.deepEqual(seen, await life.seenIn(app))
    assert.deepEqual([seen.status, seen.isSame], [200, true])
    assert.match(seen.returns, /Within a week: सात दिन\./)
  })
}

/** Schema versions from before migrations that only one engine has, and some in between. */
const AGES = ['0040', '0084', '0110', '0190', '0203']

for (const from of ENGINES) {
  const to = from === 'sqlite' ? 'postgres' : 'sqlite'
  test(`an older version on ${from} is brought up to date on ${to}`, { skip: skipOn(from, to) }, async () => {
    for (const age of AGES) {
      await using old = await newPlace(from)
      await using target = await newPlace(to)
      const file = join(old.folder, 'old.backup')
      {
        await using db = await openEngine(old.config.database)
        await db.migrating(async (script, tx) => {
          await applyMigrations(script, tx, (name) => name < age, now())
        })
        await insertStore(db)
        await backUp(old.config, file, noImages)
      }
      await restoreFile(target.config, file, { verify: true, now })
      await using db = await openEngine(target.config.database)
      assert.deepEqual(await pendingMigrations(db), [])
      assert.equal((await target.holds()).stores!.rows, 1)
    }
  })
}

for (const engine of ENGINES) {
  describe(`on ${engine}`, { skip: skipOn(engine) }, () => {
    test('a backup taken during writes is one consistent snapshot', async () => {
      await using place = await newPlace(engine, migrated)
      await using app = await startTestApp(place.settings)
      const { seller } = await lifeIn(app)
      const productId = await newProduct(seller, { stock: STOCK })
      await fill(app, seller.store_id)
      const file = join(place.folder, 'haat.backup')
      let isDone = false
      const orders = (async () => {
        for (let count = 0; ; count++) {
          if (isDone) return count
          await newOrder(app, seller, productId)
        }
      })()
      await backUp(place.config, file, { withImages: true, now })
      isDone = true
      await orders
      const rows = await rowsIn(file)
      const of = (table: string) => rows(table).filter(({ store_id }) => store_id === seller.store_id)
      const sold = of('orders').length
      const stock = of('products').find(({ id }) => id === productId)!.stock
      assert.equal(stock, STOCK - sold)
      const [store] = rows('stores')
      assert.deepEqual(
        [of('events').length, of('mails').length, of('deliveries').length, store!.event_sequence],
        [sold, sold, sold, sold],
      )
    })

    test('a restore refuses a database that holds data', async () => {
      await using place = await newPlace(engine, migrated)
      const file = join(place.folder, 'haat.backup')
      await using db = await openEngine(place.config.database)
      await migrate(db, now)
      await insertStore(db)
      await backUp(place.config, file, noImages)
      const before = await place.holds()
      const holdsData = refuses(/^The database holds data already, and none of it was changed\./)
      await assert.rejects(restoreFile(place.config, file, { verify: false, now }), holdsData)
      assert.deepEqual(await place.holds(), before)
      await using anothers = await newPlace(engine)
      await using there = await openEngine(anothers.config.database)
      await there.migrating((script) =>
        script("create table orders (a text); insert into orders values ('1')"),
      )
      await assert.rejects(restoreFile(anothers.config, file, { verify: false, now }), holdsData)
    })

    test('tables that Haat did not make are left out and named, also where an earlier version took them', async () => {
      await using source = await newPlace(engine, migrated)
      await using target = await newPlace(engine)
      await using again = await newPlace(engine)
      await using db = await openEngine(source.config.database)
      await migrate(db, now)
      await insertStore(db)
      await db.migrating((script) => script(OF_OTHERS))
      {
        await using there = await openEngine(target.config.database)
        await there.migrating((script) => script(OF_OTHERS))
      }
      const file = join(source.folder, 'haat.backup')
      const made = await backUp(source.config, file, noImages)
      const restored = await restoreFile(target.config, file, { verify: true, now })
      assert.deepEqual([made.otherTables, restored.otherTables], [OTHERS, OTHERS])
      assert.deepEqual(await target.holds(), made.tables)

      const earlier = join(source.folder, 'earlier.backup')
      await rewrite(file, earlier, (record) => {
        if ('schema' in record) record.schema.tables.reports = ['line']
        if (!('end' in record)) return undefined
        delete record.end.otherTables
        record.end.tables.reports = { rows: 1, sum: '1' }
        return { table: 'reports', rows: [['1']] }
      })
      const { tables, otherTables } = await restoreFile(again.config, earlier, { verify: true, now })
      assert.deepEqual([tables, otherTables], [made.tables, ['reports']])
      assert.deepEqual(await again.holds(), made.tables)
    })

    test('a backup of an older version is migrated; one of a newer is refused', async () => {
      await using old = await newPlace(engine)
      await using target = await newPlace(engine)
      const file = join(old.folder, 'old.backup')
      {
        await using db = await openEngine(old.config.database)
        await db.migrating(async (script, tx) => {
          await applyMigrations(script, tx, (name) => name < '0040', now())
        })
        await insertStore(db)
        const pending = await pendingMigrations(db)
        await backUp(old.config, file, noImages)
        const newer = join(old.folder, 'newer.backup')
        await rewrite(file, newer, (record) => {
          if ('schema' in record) record.schema.migrations.push('9999-the-future')
        })
        await assert.rejects(
          restoreFile(target.config, newer, { verify: true, now }),
          refuses(/^This data was written by a newer version of Haat, and nothing was changed\./),
        )
        const changed = join(old.folder, 'changed.backup')
        await rewrite(file, changed, (record) => {
          if ('table' in record && record.table === 'stores') record.rows[0]![2] = 'Lampz'
        })
        await assert.rejects(
          restoreFile(target.config, changed, { verify: true, now }),
          refuses(/^The table stores does not hold what it should, so nothing was changed$/),
        )
        const other = join(old.folder, 'other.backup')
        await rewrite(file, other, (record) => {
          if ('head' in record) record.head.format += 1
        })
        await assert.rejects(
          restoreFile(target.config, other, { verify: true, now }),
          refuses(/other\.backup was written by a newer version of Haat\. Install that one\.$/),
        )
        assert.deepEqual(await target.holds(), {})
        const { migrated } = await restoreFile(target.config, file, { verify: true, now })
        assert.deepEqual(migrated, pending)
      }
      const { stores, products } = await target.holds()
      assert.deepEqual([stores!.rows, products!.rows], [1, 0])
    })

    test('a restore that is killed leaves no row, and can be repeated', async () => {
      await using source = await newPlace(engine, migrated)
      await using target = await newPlace(engine)
      const file = join(source.folder, 'haat.backup')
      {
        await using app = await startTestApp(source.settings)
        const { storeId } = await lifeIn(app)
        await fill(app, storeId)
        await backUp(source.config, file, { withImages: true, now })
      }
      await runDoomed('restore', [file], target.settings)
      assert.deepEqual(await target.holds(), {})
      await restoreFile(target.config, file, { verify: true, now })
      assert.equal((await target.holds()).api_use!.rows, MANY)
    })
  })
}

test('a damaged picture is reported missing, and all else is backed up and restored', async () => {
  await using place = await newPlace('sqlite')
  await using target = await newPlace('sqlite')
  await using other = await newPlace('sqlite')
  {
    await using app = await startTestApp(place.settings)
    const { seller } = await lifeIn(app)
    await newProduct(seller, { primary_image: await pictureOf('#ff0000') })
  }
  const [first, spoilt, second] = ['first', 'spoilt', 'second'].map((name) => join(place.folder, name))
  await backUp(place.config, first!, { withImages: true, now })
  let damaged = ''
  await rewrite(first!, spoilt!, (record) => {
    if (!('image' in record)) return
    damaged = record.image
    record.bytes = Buffer.from(damaged)
  })
  const restored = await restoreFile(target.config, spoilt!, { verify: false, now })
  assert.deepEqual([restored.images, restored.missingImages], [0, 2])
  await writeFile(join(place.folder, 'images', damaged), 'damaged')
  const made = await backUp(place.config, second!, { withImages: true, now })
  const again = await restoreFile(other.config, second!, { verify: true, now })
  assert.deepEqual([made.images, made.missingImages], [1, 1])
  assert.deepEqual(
    again.verdicts.flatMap(({ name, count }) => (count > 0 ? [name, count] : [])),
    ['pictures', 1],
  )
  assert.deepEqual(await other.holds(), await place.holds())
})

test('a restore requires the secret of the backup, and a stopped service', async () => {
  await using place = await newPlace('sqlite')
  await using target = await newPlace('sqlite')
  const file = join(place.folder, 'haat.backup')
  await using app = await startTestApp(place.settings)
  await lifeIn(app)
  await backUp(place.config, file, noImages)
  const other = configOf({ ...target.settings, HAAT_SECRET: 'another secret that is long enough' })
  const restored = restoreFile(other, file, { verify: false, now })
  await assert.rejects(restored, refuses(/ was made under another HAAT_SECRET: no API key would work/))
  assert.equal(existsSync(join(target.folder, 'secret')), false)
  await using _running = await startTestApp(target.settings)
  const meanwhile = restoreFile(target.config, file, { verify: false, now })
  await assert.rejects(meanwhile, refuses(/^A service or a backup is running on this data\. Stop it first/))
})

test('restored data does not open under another secret, even where nothing is encrypted', async () => {
  await using place = await newPlace('sqlite')
  await using target = await newPlace('sqlite')
  const file = join(place.folder, 'haat.backup')
  {
    await using app = await startTestApp(place.settings)
    await newSeller(app)
  }
  await backUp(place.config, file, noImages)
  await restoreFile(target.config, file, { verify: false, now })
  const other = { ...target.settings, HAAT_SECRET: 'another secret that is long enough' }
  await assert.rejects(startTestApp(other), /is not the secret that the data was written under/)
})

test('the command says what it wrote, what to keep beside it and what was left out', async () => {
  await using place = await newPlace('sqlite')
  const settings = { DATA_DIR: place.folder }
  const file = join(place.folder, 'haat.backup')
  const haat = (...args: string[]) => runHaat('server/cli/main.js', args, settings)
  await assert.rejects(
    backUp(place.config, file, noImages),
    refuses(/^There is no database in .*\. Check that DATA_DIR names the right folder\.$/),
  )
  await haat('store', 'create', '--name', 'Lamps')
  {
    using db = new DatabaseSync(join(place.folder, 'haat.db'))
    db.exec('create table reports (line text)')
  }
  const made = await haat('backup', file, '--without-images')
  assert.equal(made.status, 0)
  assert.match(made.stdout, /^Tables that Haat did not make are not in it: reports\.$/m)
  assert.match(
    made.stdout,
    /^Wrote .*haat\.backup: 0\.1 MB, 1 store, 0 products, 0 orders, \d+ rows in all$/m,
  )
  assert.match(made.stdout, /^Also keep a copy of the file .*secret, in another place:/m)
  await rm(join(place.folder, 'haat.db'))
  const restored = await haat('restore', file)
  assert.match(
    restored.stdout,
    /^Restored 1 store, .*\nImages are not in the file: they are looked for where IMAGE_STORE says\.\nTables that Haat did not make were not restored: reports\.$/m,
  )
})

const OTHERS = ['_litestream_seq', 'reports']
/** Tables of other programs: one with a primary key, and one without that has more rows than are read at once. */
const OF_OTHERS = `
  create table _litestream_seq (id integer primary key, seq integer);
  insert into _litestream_seq values (1, 7);
  create table reports (line text);
  insert into reports
    with recursive more (n) as (select 1 union all select n + 1 from more where n < 101)
    select cast(n as text) from more`

const insertStore = (db: Engine) =>
  db.transaction((tx) =>
    insertRows(
      tx,
      'stores',
      ['id', 'slug', 'name', 'created_at', 'event_sequence'],
      [['00000000-0000-4000-8000-000000000000', 'lamps', 'Lamps', 5, 0]],
    ),
  )

/** Adds so many rows that a backup takes a while. */
async function fill(app: TestApp, storeId: string) {
  const columns = ['store_id', 'operation', 'minute', 'requests']
  const rows = Array.from({ length: MANY }, (_, minute) => [storeId, 'read_product', minute, 1])
  await app.world.db.transaction((tx) => insertRows(tx, 'api_use', columns, rows))
}

/** The rows of a backup by table, as objects by column. */
async function rowsIn(file: string) {
  const tables: Record<string, Array<Record<string, unknown>>> = {}
  let columns: Record<string, string[]> = {}
  for await (const record of readBackup(file)) {
    if ('schema' in record) columns = record.schema.tables
    if (!('table' in record)) continue
    const named = record.rows.map((row) =>
      Object.fromEntries(columns[record.table]!.map((column, i) => [column, row[i]])),
    )
    tables[record.table] = [...(tables[record.table] ?? []), ...named]
  }
  return (table: string) => tables[table] ?? []
}

/** Rewrites a backup. A record that `change` returns is inserted before the original one. */
async function rewrite(file: string, to: string, change: (record: DataRecord) => DataRecord | undefined) {
  async function* changed() {
    for await (const record of readBackup(file)) {
      const before = change(record)
      if (before) yield before
      yield record
    }
  }
  await writeBackup(to, changed())
}
