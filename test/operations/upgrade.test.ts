import assert from 'node:assert/strict'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { startTestApp } from '../../harness/app/app.ts'
import { haatIn } from '../../harness/app/haat.ts'
import { newPlace } from '../../harness/app/new-place.ts'
import { runHaat } from '../../harness/app/server-process.ts'
import { until } from '../../harness/app/until.ts'
import type { EngineName } from '../../harness/services/engines.ts'
import { migrated } from '../../harness/services/engines.ts'
import { skipWithout } from '../../harness/services/services.ts'
import { openEngine } from '../../server/open-parts.ts'
import { openWorld } from '../../server/open-world.ts'
import { checkUpgrade } from '../../server/operations/check-upgrade.ts'
import { examine } from '../../server/operations/doctor/examine.ts'
import { failureSentence } from '../../server/operations/failure-words.ts'
import { insertRows } from '../../server/storage/database/table-rows.ts'
import { applyMigrations, knownMigrations, migrate } from '../../server/storage/migrate.ts'

for (const engine of ['sqlite', 'postgres'] satisfies EngineName[]) {
  test(`the upgrade check lists what is pending, on ${engine}`, {
    skip: engine === 'postgres' && skipWithout.postgres,
  }, async () => {
    await using place = await newPlace(engine)
    const all = knownMigrations(engine)
    await using db = await openEngine(place.config.database)
    await db.migrating(
      async (script, tx) => void (await applyMigrations(script, tx, (name) => name < '0050', 5)),
    )
    const later = all.filter((name) => name >= '0050')
    const before = await checkUpgrade(place.config)
    assert.deepEqual([before.pending, before.blocks], [later, []])
    assert.ok(before.stopFor.includes('0060-order-sums'))
    assert.ok(before.notes.includes('Take a backup first: haat backup FILE. It is the only way back.'))
    await migrate(db, Date.now)
    assert.deepEqual(await checkUpgrade(place.config), { pending: [], stopFor: [], blocks: [], notes: [] })
    const forget = { sql: "delete from migrations where name like '0077%'", reads: false, name: undefined }
    await db.transaction((tx) => tx.rows(forget, []))
    const { pending, stopFor, notes } = await checkUpgrade(place.config)
    const rolling = ['0077-deliveries-by-url']
    assert.deepEqual([pending, stopFor], [rolling, engine === 'sqlite' ? rolling : []])
    assert.equal(
      notes.some((note) => note.startsWith('Instances of the old version may keep running meanwhile')),
      engine === 'postgres',
    )
    await db.transaction((tx) => insertRows(tx, 'migrations', ['name', 'applied_at'], [['9999-future', 5]]))
    assert.deepEqual((await checkUpgrade(place.config)).blocks, [
      'The database is newer than this program: it has 9999-future. Install that version or a later one.',
    ])
    const told = (await examine(place.config)).find(({ subject }) => subject === 'migrations')!
    assert.deepEqual(
      [told.state, told.fix],
      ['broken', 'Install the version of Haat that made it, or a later one.'],
    )
  })
}

for (const engine of ['sqlite', 'postgres'] satisfies EngineName[]) {
  test(`the upgrade check on ${engine} names the large tables to be scanned, and no others`, {
    skip: engine === 'postgres' && skipWithout.postgres,
  }, async () => {
    await using place = await newPlace(engine, migrated)
    await using db = await openEngine(place.config.database)
    await migrate(db, Date.now)
    await db.migrating(async (script) => {
      await script(MANY_LETTERS)
      await script("delete from migrations where name in ('0211-failed-mails', '0241-orders-by-pincode')")
    })
    const { notes } = await checkUpgrade(place.config)
    assert.deepEqual(
      notes.flatMap((note) => /^They go through whole tables: .*? rows\)\. /.exec(note)?.[0] ?? []),
      ['They go through whole tables: letters (100,000 rows). '],
    )
  })
}

test('the upgrade check on PostgreSQL counts rows without a time limit', {
  skip: skipWithout.postgres,
}, async () => {
  await using place = await newPlace('postgres', migrated)
  await using db = await openEngine(place.config.database)
  await migrate(db, Date.now)
  await db.migrating((script) => script("delete from migrations where name = '0211-failed-mails'"))
  const counting = { sql: COUNTING, reads: true, name: undefined }
  let check: ReturnType<typeof checkUpgrade> | undefined
  await db.migrating(async (script) => {
    await script('lock table letters')
    check = checkUpgrade(place.config)
    await until(async () => (await db.rows(counting, [])).length > 0)
    assert.deepEqual(await db.rows(counting, []), [{ is_part_of_a_snapshot: true }])
  })
  assert.deepEqual((await check!).blocks, [])
})

test('a start and the upgrade check on PostgreSQL log for whom they wait', {
  skip: skipWithout.postgres,
}, async () => {
  await using place = await newPlace('postgres', migrated)
  const { config } = place
  await using db = await openEngine(config.database)
  await migrate(db, Date.now)
  const lock = 'lock table payments'
  const migrates = (whileHeld: () => Promise<void>) =>
    db.migrating(async (script) => {
      await script(lock)
      await whileHeld()
    })
  const isIdle = (whileHeld: () => Promise<void>) =>
    db.transaction(async (tx) => {
      await tx.rows({ sql: lock, reads: false, name: undefined }, [])
      await whileHeld()
    })
  const whose = String.raw`session \d+ of PostgreSQL`
  for (const [hold, says] of [
    [migrates, `^Another instance brings the database up to date: waiting for it, ${whose} \\(user \\w+, `],
    [isIdle, `^Waiting for a table that ${whose} uses \\(user \\w+, .*idle in transaction\\)\\. If it is `],
  ] as const) {
    await db.migrating((script) =>
      script("drop index payments_unsettled; delete from migrations where name = '0281-unsettled-payments'"),
    )
    const [started, checked] = [warnings(), warnings()]
    const start = async () => {
      await using _world = await openWorld(config, { log: started.log, migrates: 'any' })
    }
    let waiting: Promise<unknown> | undefined
    await hold(async () => {
      waiting = Promise.all([start(), checkUpgrade(config, { log: checked.log })])
      await until(async () => started.lines.length > 0 && checked.lines.length > 0)
      await sleep(1000) // It looks several times more, and says nothing again.
    })
    await waiting
    for (const { lines } of [started, checked]) {
      assert.equal(lines.length, 1)
      assert.match(lines[0]!, new RegExp(says))
    }
  }
})

function warnings() {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line).msg) })
  return { lines, log }
}

/** Sessions that wait for the table. A single statement, which has a time limit, starts with its transaction. */
const COUNTING = `
  select xact_start < query_start as is_part_of_a_snapshot from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '%count(*)%'`

test('the upgrade check is blocked where the data has moved away', async () => {
  await using place = await newPlace('sqlite')
  await writeFile(join(place.folder, 'haat.db.moved'), '')
  const { status, stdout } = await runHaat('server/cli/main.js', ['upgrade', '--check'], place.settings)
  assert.equal(status, 1)
  assert.match(stdout, /^BLOCKED {2}The data of .* has moved to PostgreSQL\. Set DATABASE_URL .*\n$/)
})

const MANY_LETTERS = `
  insert into letters (id, recipient, kind, subject, data, status, attempts, due_at, created_at)
  with recursive more (n) as (select 1 union all select n + 1 from more where n < 100000)
  select 'letter ' || n, 'a@example.com', 'invitation', '', '', 'sent', 1, 1, 1 from more`

test('the upgrade check on SQLite asks for the old service to be stopped', async () => {
  await using place = await newPlace('sqlite')
  await using app = await startTestApp(place.settings)
  await app.world.db.transaction(async (tx) => {
    const forget = { sql: "delete from migrations where name like '0054%'", reads: false, name: undefined }
    await tx.rows(forget, [])
  })
  const { pending, stop_for, blocks } = await haatIn(app, place.config)('upgrade', '--check')
  assert.deepEqual([pending, stop_for], [['0054-event-trace'], ['0054-event-trace']])
  assert.deepEqual(blocks, [
    'A service or a backup is running on this data. Stop it before the new version starts.',
  ])
})

test('the upgrade check on SQLite asks for disk space for the rewritten tables and their log', async () => {
  await using place = await newPlace('sqlite')
  const { database } = place.config
  {
    await using db = await openEngine(database)
    await migrate(db, Date.now)
    await db.migrating((script) => script("delete from migrations where name like '0054%'"))
  }
  const { size } = await stat(database.kind === 'sqlite' ? database.path : '')
  assert.deepEqual((await checkUpgrade(place.config, { freeBytes: async () => 2 * size })).blocks, [])
  const [block] = (await checkUpgrade(place.config, { freeBytes: async () => 1.9 * size })).blocks
  assert.match(
    block!,
    /^A migration may need twice the room that the database has: \d+ MB\. Make room first\.$/,
  )
})

test('a migration of SQLite that runs out of disk space says so', async () => {
  await using place = await newPlace('sqlite')
  await using db = await openEngine(place.config.database)
  await db.migrating((script) => script('pragma max_page_count = 2'))
  await assert.rejects(migrate(db, Date.now), (error) => {
    assert.equal(
      failureSentence(error, place.config),
      `${place.config.dataDir}/haat.db cannot be used: database or disk is full. Make room on the disk of ${place.config.dataDir}, or set DATA_DIR to a larger one.`,
    )
    return true
  })
})
