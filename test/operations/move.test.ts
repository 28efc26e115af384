import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { startTestApp } from '../../harness/app/app.ts'
import { configOf, SECRET } from '../../harness/app/config-of.ts'
import { newPlace } from '../../harness/app/new-place.ts'
import { runHaat } from '../../harness/app/server-process.ts'
import { until } from '../../harness/app/until.ts'
import { startMailServer } from '../../harness/servers/mail-server.ts'
import { startReceiver, trustReceivers } from '../../harness/servers/receiver.ts'
import { postgresDatabase, skipWithout } from '../../harness/services/services.ts'
import { lifeIn } from '../../harness/shops/life.ts'
import { newOrder } from '../../harness/shops/orders.ts'
import { TO_THIS_MACHINE } from '../../harness/shops/webhooks.ts'
import { signIn } from '../../server/accounts/sign-in.ts'
import { whoseImages } from '../../server/actions/images/image-mark.ts'
import { openEngine } from '../../server/open-parts.ts'
import { backUp } from '../../server/operations/backup.ts'
import { examine } from '../../server/operations/doctor/examine.ts'
import { moveToPostgres } from '../../server/operations/move.ts'
import { findInstallation } from '../../server/storage/database/installation.ts'
import { rowsOf } from '../../server/storage/statement.ts'

trustReceivers()

test('a service moved to PostgreSQL continues with all its data', {
  skip: skipWithout.postgres,
}, async () => {
  await using place = await newPlace('sqlite')
  await using database = await postgresDatabase()
  await using mails = await startMailServer()
  await using receiver = await startReceiver({ answer: (response) => response.writeHead(500).end() })
  const settings = {
    ...place.settings,
    ...TO_THIS_MACHINE,
    WEBHOOK_RETRY_SCHEDULE: Array(99).fill('1s').join(),
  }
  const { life, seen, orderId } = await before(settings, receiver)

  {
    using db = new DatabaseSync(join(place.folder, 'haat.db'))
    db.exec("create table reports (line text); insert into reports values ('one')")
  }
  const haat = (...args: string[]) =>
    runHaat('server/cli/main.js', args, { ...place.settings, HAAT_SECRET: SECRET })
  const moved = await haat('move', '--to', database.url)
  assert.deepEqual([moved.status, moved.stderr], [0, ''])
  assert.match(
    moved.stdout,
    /^Moved 1 store, 1 product, 1 order, \d+ rows in all; read back, every row is identical\.$/m,
  )
  assert.match(moved.stdout, /^Tables that Haat did not make were not moved: reports\.$/m)
  assert.match(
    moved.stdout,
    /^Before the next start set DATABASE_URL to that address and HAAT_SECRET as it is now/m,
  )
  await assertLeft(place.settings)

  const tried = receiver.received.length
  receiver.answerWith((response) => response.end())
  await using app = await startTestApp({ ...settings, DATABASE_URL: database.url, SMTP_URL: mails.url })
  assert.deepEqual(await life.seenIn(app), seen)
  assert.equal(await whoseImages(app.world), 'ours')
  const [delivered] = (await receiver.waitFor(tried + 1)).slice(-1)
  assert.equal(delivered!.headers['webhook-id'], `evt_${orderId}`)
  await until(async () => mails.taken.length === 1)
  const { email, password } = life.person
  assert.ok(await signIn(app.world, { email, password }, { userAgent: 'a test' }))
  await assertUntouched(database.url)
})

/** Asserts that without DATABASE_URL nothing creates an empty database in place of the one that was moved. */
async function assertLeft(settings: Record<string, string>) {
  const folder = settings.DATA_DIR!
  const says = `The data of ${folder} has moved to PostgreSQL. Set DATABASE_URL and HAAT_SECRET as "haat move" said. To go back to the data that it left behind, rename haat.db.moved to haat.db; to start with no data, set DATA_DIR to another folder.`
  await assert.rejects(startTestApp(settings), { message: says })
  await assert.rejects(moveToPostgres(configOf(settings), 'postgres://127.0.0.1/none', Date.now), {
    message: says,
  })
  const findings = await examine(configOf(settings))
  assert.deepEqual(
    findings.filter(({ state }) => state === 'broken').map(({ fix }) => fix),
    [says],
  )
  assert.ok(!existsSync(join(folder, 'haat.db')))
  using left = new DatabaseSync(join(folder, 'haat.db.moved'), { readOnly: true })
  assert.deepEqual(left.prepare("select value from service_facts where name = 'installation'").all(), [])
}

/** A shop whose last order has a pending delivery and mail. Moving is refused while the app runs. */
async function before(settings: Record<string, string>, receiver: Awaited<ReturnType<typeof startReceiver>>) {
  await using app = await startTestApp(settings)
  const life = await lifeIn(app, receiver.url)
  const orderId = await newOrder(app, life.seller, life.productId)
  await receiver.waitFor(1)
  await assert.rejects(
    moveToPostgres(configOf(settings), 'postgres://127.0.0.1/none', Date.now),
    /^Error: A service or a backup is running on this data\. Stop it first/,
  )
  return { life, orderId, seen: await life.seenIn(app) }
}

test('a move is refused during a backup or while another program reads', async () => {
  await using place = await newPlace('sqlite')
  {
    await using _app = await startTestApp(place.settings)
  }
  const file = join(place.folder, 'haat.db')
  const moved = () => moveToPostgres(place.config, 'postgres://127.0.0.1:1/none', Date.now)
  let during: Promise<void> | undefined
  await backUp(place.config, join(place.folder, 'haat.backup'), {
    withImages: false,
    now: Date.now,
    tell() {
      during ??= assert.rejects(moved(), /A service or a backup is running on this data\. Stop it first/)
    },
  })
  await during
  using writer = new DatabaseSync(file)
  using reader = new DatabaseSync(file)
  reader.exec('begin; select 1 from stores')
  writer.exec("insert into stores (id, slug, name, created_at, event_sequence) values ('a', 'a', 'A', 1, 0)")
  await assert.rejects(moved(), /Another program has the database open, and nothing was changed\. End it/)
  reader.exec('commit')
  await assert.rejects(moved(), /ECONNREFUSED/)
  await copyFile(file, `${file}.alone`)
  using alone = new DatabaseSync(`${file}.alone`)
  assert.equal(alone.prepare('select count(*) as count from stores').get()!.count, 1)
})

test('a move that failed to set the old database aside is finished by the next one', {
  skip: skipWithout.postgres,
}, async () => {
  await using place = await newPlace('sqlite')
  await using database = await postgresDatabase()
  {
    await using app = await startTestApp(place.settings)
    await lifeIn(app)
  }
  const file = join(place.folder, 'haat.db')
  const move = () => moveToPostgres(place.config, database.url, Date.now)
  const inTheWay = `${file}.moved`
  await mkdir(inTheWay)
  await assert.rejects(move(), { code: 'EISDIR' })
  await rmdir(inTheWay)

  const change = (sql: string, ...values: string[]) => {
    using db = new DatabaseSync(file)
    db.prepare(sql).run(...values)
  }
  await using target = await openEngine({ kind: 'postgres', url: database.url })
  const { id } = (await findInstallation(target))!
  change("insert into service_facts (name, value) values ('installation', ?)", id)
  change("update stores set name = name || '!'")
  await assert.rejects(
    move(),
    /^Error: An earlier "haat move" has copied this data there, and it has changed/,
  )
  change('update stores set name = substr(name, 1, length(name) - 1)')
  await rowsOf(target, (sql) => sql.updateTable('stores').set({ name: 'Renamed since' }))

  const moved = await runHaat('server/cli/main.js', ['move', '--to', database.url], {
    ...place.settings,
    HAAT_SECRET: SECRET,
  })
  assert.deepEqual([moved.status, moved.stderr], [0, ''])
  assert.match(
    moved.stdout,
    /^An earlier move had copied 1 store, 1 product, 0 orders, \d+ rows in all and read them back; this one/,
  )
  await assertLeft(place.settings)
  const stores = await rowsOf(target, (sql) => sql.selectFrom('stores').select('name'))
  assert.deepEqual(stores, [{ name: 'Renamed since' }])
})

/** Asserts that a second service finds the target database in use and keeps its own data. */
async function assertUntouched(url: string) {
  await using other = await newPlace('sqlite')
  {
    await using _app = await startTestApp(other.settings)
  }
  await assert.rejects(moveToPostgres(other.config, url, Date.now), /The database holds data already/)
  assert.ok(existsSync(join(other.folder, 'haat.db')))
}
