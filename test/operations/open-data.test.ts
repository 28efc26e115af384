import assert from 'node:assert/strict'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pino } from 'pino'
import { newSeller, startTestApp, type TestApp } from '../../harness/app/app.ts'
import { configOf } from '../../harness/app/config-of.ts'
import { newPlace } from '../../harness/app/new-place.ts'
import { until } from '../../harness/app/until.ts'
import type { EngineName } from '../../harness/services/engines.ts'
import { skipWithout } from '../../harness/services/services.ts'
import { openWorld } from '../../server/open-world.ts'
import { backUp } from '../../server/operations/backup.ts'
import { checkUpgrade } from '../../server/operations/check-upgrade.ts'
import { examine } from '../../server/operations/doctor/examine.ts'
import type { DataUse } from '../../server/operations/open-data.ts'
import { lockData } from '../../server/storage/database/data-lock.ts'
import { movedTo } from '../../server/storage/database/moved-data.ts'
import { migrationsToStopFor, pendingMigrations } from '../../server/storage/migrate.ts'
import { listRunningServices } from '../../server/storage/postgres/running-services.ts'
import type { World } from '../../server/world.ts'

type Settings = Record<string, string>

const log = pino({ level: 'silent' })
const OTHER = 'another secret that is long enough'

const run = ({ world }: Pick<TestApp, 'world'>, sql: string) =>
  world.db.transaction((tx) => tx.rows({ sql, reads: false, name: undefined }, []))

const open = (settings: Settings, migrates: DataUse['migrates'] = 'any') =>
  openWorld(configOf(settings), { log, migrates })

const backUpTo = (folder: string, settings: Settings) =>
  backUp(configOf(settings), join(folder, 'a.haat'), { withImages: false, now: Date.now })

const secretFound = async (settings: Settings) =>
  (await examine(configOf(settings))).find(({ subject }) => subject === 'secret')!

for (const engine of ['sqlite', 'postgres'] satisfies EngineName[]) {
  describe(`data on ${engine}`, { skip: engine === 'postgres' && skipWithout.postgres }, () => {
    test('is not opened or backed up under another secret than its own', async () => {
      await using place = await newPlace(engine)
      await (await open({ ...place.settings, HAAT_SECRET: OTHER }))[Symbol.asyncDispose]()
      {
        await using app = await startTestApp(place.settings) // nothing was written under the other secret
        await newSeller(app)
      }
      const wrong = { ...place.settings, HAAT_SECRET: OTHER }
      const says = /^Error: HAAT_SECRET is not the secret that the data was written under/
      await assert.rejects(open(wrong), says)
      await assert.rejects(backUpTo(place.folder, wrong), says)
      assert.equal((await secretFound(wrong)).state, 'broken')
      assert.equal((await secretFound(place.settings)).state, 'ok')
      const { blocks } = await checkUpgrade(configOf(wrong))
      assert.deepEqual(
        blocks.map((block) => says.test(`Error: ${block}`)),
        [true],
      )
    })

    test('that needs migrations is not opened by a command, which changes nothing', async () => {
      await using place = await newPlace(engine)
      await assert.rejects(open(place.settings, 'none'))
      {
        await using fresh = await open(place.settings, 'new')
        await run({ world: fresh }, "delete from migrations where name = '0156-service-facts'")
        await run({ world: fresh }, 'drop table service_facts')
      }
      const says = /yet to be brought up to date for this version: 0156-service-facts\. .* run "haat migrate"/
      for (const way of ['new', 'none'] as const) await assert.rejects(open(place.settings, way), says)
      const said: string[] = []
      const telling = pino({ base: null }, { write: (line) => void said.push(JSON.parse(line).msg) })
      await using world = await openWorld(configOf(place.settings), { log: telling, migrates: 'any' })
      assert.deepEqual(await pendingMigrations(world.db), [])
      assert.deepEqual(said, [
        'Bringing the database up to date; a large one takes minutes',
        'The database has been brought up to date',
      ])
    })

    test('of a newer version is opened only if both versions can run side by side', async () => {
      await using place = await newPlace(engine)
      {
        await using world = await open(place.settings)
        const [{ count }] = (await run(
          { world },
          'select count(*) as count from migrations where rolling = 0',
        )) as [{ count: number }]
        assert.equal(Number(count), migrationsToStopFor(engine).length)
        await run({ world }, "insert into migrations (name, applied_at, rolling) values ('9998-later', 5, 1)")
      }
      {
        await using world = await open(place.settings)
        await run({ world }, "insert into migrations (name, applied_at) values ('9999-stop', 5)")
      }
      await assert.rejects(open(place.settings), {
        message:
          'The database is newer than this program: it has 9999-stop. Install that version or a later one.',
      })
    })
  })
}

test('a lost secret is not replaced by a new one where there is data', async () => {
  await using place = await newPlace('sqlite')
  const settings = { ...place.settings, HAAT_SECRET: '' }
  {
    await using app = await startTestApp(settings)
    await newSeller(app)
  }
  const file = join(place.folder, 'secret')
  renameSync(file, `${file}.away`)
  const says = `There is no HAAT_SECRET and no file ${file}, but the data was written under one. Put the copy that you keep of it back as ${file}, or set HAAT_SECRET to it.`
  await assert.rejects(open(settings), { message: says })
  await assert.rejects(backUpTo(place.folder, settings), { message: says })
  assert.equal((await secretFound(settings)).state, 'broken')
  assert.equal(existsSync(file), false)
})

test('on SQLite one process serves requests, and others work beside it', async () => {
  await using place = await newPlace('sqlite')
  await using first = await startTestApp(place.settings)
  await using _worker = await startTestApp({ ...place.settings, HAAT_ROLE: 'worker' })
  await using _command = await open(place.settings, 'new')
  await assert.rejects(
    startTestApp(place.settings),
    /^Error: A service is running on .* already\. Two on one/,
  )
  await run(first, "delete from migrations where name = '0156-service-facts'")
  await assert.rejects(open(place.settings), /is running on .*, and this version has to bring/)
})

test('processes that start at once on a new SQLite folder all succeed, and one creates the tables', async () => {
  await using place = await newPlace('sqlite')
  const worlds = await Promise.all(Array.from({ length: 5 }, () => open(place.settings, 'new')))
  for (const world of worlds) await world[Symbol.asyncDispose]()
})

test('a start that waits for a move fails with that reason, and creates no empty database', async () => {
  await using place = await newPlace('sqlite')
  await (await open(place.settings))[Symbol.asyncDispose]()
  const path = join(place.folder, 'haat.db')
  const move = lockData(path, 'alone')!
  const waiting = Promise.allSettled([open(place.settings), open(place.settings, 'none')])
  renameSync(path, movedTo(path))
  move[Symbol.dispose]()
  for (const each of await waiting) {
    assert.match(String(each.status === 'rejected' && each.reason), /^Error: The data of .* has moved to/)
  }
  assert.ok(!existsSync(path))
})

for (const role of ['web', 'worker']) {
  test(`on PostgreSQL a non-rolling migration is refused beside an older ${role} instance`, {
    skip: skipWithout.postgres,
  }, async () => {
    await using place = await newPlace('postgres')
    const { settings } = place
    const [rolling, stopping] = ['0281-unsettled-payments', '0187-no-test-refunds']
    const lacks = (world: World, name: string) =>
      run({ world }, `delete from migrations where name = '${name}'`)
    {
      await using older = await startTestApp({ ...settings, HAAT_ROLE: role })
      await until(async () => (await listRunningServices(older.world.db)).length === 1)
      await lacks(older.world, rolling)
      await run(older, 'drop index payments_unsettled')
      await (await open(settings))[Symbol.asyncDispose]()
      await lacks(older.world, stopping)
      await assert.rejects(
        open(settings),
        /^Error: An instance of an older version runs on this database, connected from \S+, and must not keep running once these migrations are applied: 0187-no-test-refunds\. Nothing was changed\. /,
      )
      assert.deepEqual(await pendingMigrations(older.world.db), [stopping])
    }
    await using world = await open(settings)
    assert.deepEqual(await pendingMigrations(world.db), [])
  })
}
