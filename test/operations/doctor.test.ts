import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { newSeller, startTestApp } from '../../harness/app/app.ts'
import { configOf } from '../../harness/app/config-of.ts'
import { newPlace } from '../../harness/app/new-place.ts'
import { runHaat } from '../../harness/app/server-process.ts'
import { until } from '../../harness/app/until.ts'
import { makeCertificate } from '../../harness/servers/certificates.ts'
import { startMailServer } from '../../harness/servers/mail-server.ts'
import { migrated } from '../../harness/services/engines.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { redisUrl, skipWithout } from '../../harness/services/services.ts'
import { markBeforeUploads } from '../../server/actions/images/image-mark.ts'
import { addWebhook } from '../../server/actions/webhooks/add-webhook.ts'
import { openEngine } from '../../server/open-parts.ts'
import { checkUpgrade } from '../../server/operations/check-upgrade.ts'
import { clockFinding } from '../../server/operations/doctor/check-clock.ts'
import { checkOpenFiles } from '../../server/operations/doctor/check-open-files.ts'
import { settingDoubts } from '../../server/operations/doctor/check-settings.ts'
import { examine } from '../../server/operations/doctor/examine.ts'
import { WITHHELD } from '../../server/rules/mails/mail-failure.ts'
import { DAY_MS } from '../../server/rules/values/durations.ts'
import { insertRows } from '../../server/storage/database/table-rows.ts'
import { migrate } from '../../server/storage/migrate.ts'
import { foundByDoctor } from '../help/found-by-doctor.ts'

test('healthy parts are reported ok, also the clock of a slow PostgreSQL; a standby as not writable', {
  skip: skipWithout.postgres || skipWithout.redis,
}, async ({ mock }) => {
  await using place = await newPlace('postgres', migrated)
  await using redis = await redisUrl()
  await using mails = await startMailServer()
  await using db = await openEngine(place.config.database)
  await migrate(db, Date.now)
  const wellSet = { REDIS_URL: redis.url, SMTP_URL: mails.url, MAIL_FROM: 'shop@example.com' }
  const { states, of } = await foundByDoctor({ ...place.settings, ...wellSet })
  const notOfTests = states.filter((state) => state !== 'warning durability') // their PostgreSQL has fsync off
  assert.deepEqual(notOfTests, [
    'ok settings',
    'ok database',
    'ok migrations',
    'ok secret',
    'ok outbox',
    'ok given up',
    'ok clock',
    'ok redis',
    'ok clock',
    'ok smtp',
    'ok disk',
    'ok images',
    'ok certificate',
    ...checkOpenFiles().map(({ state, subject }) => `${state} ${subject}`), // depends on this machine
  ])
  assert.match(of('database').says, /^PostgreSQL \d+\S* answers in \d+ ms$/)
  assert.deepEqual(mails.taken, [])

  const examined = await db.transaction(async (tx) => {
    await tx.rows({ sql: 'lock table migrations', reads: false, name: undefined }, [])
    const examining = foundByDoctor(place.settings)
    await until(async () => (await db.rows(WAITING, [])).length > 0)
    const { now } = Date
    mock.method(Date, 'now', () => now() + 10_000)
    return { examining }
  })
  assert.equal((await examined.examining).of('clock').says, 'agrees with that of PostgreSQL')
  mock.restoreAll()

  const letter = {
    recipient: 'asha@example.com',
    subject: '',
    data: '',
    attempts: 1,
    due_at: 1,
    created_at: 1,
  }
  const lately = Date.now() - 13 * DAY_MS
  const FAILED = { status: 'failed', due_at: lately }
  const write = async (id: string, last_error: string | null, state: object = { status: 'pending' }) => {
    const row = { ...letter, id, kind: 'invitation', last_error, ...state }
    await db.transaction((tx) => insertRows(tx, 'letters', Object.keys(row), [Object.values(row)]))
  }
  const foundOf = async (subject: string) => {
    const { state, says } = (await foundByDoctor({ ...place.settings, ...wellSet })).of(subject)
    return `${state}: ${says}`
  }
  await write('c', 'No', { status: 'failed', due_at: lately - 2 * DAY_MS })
  assert.equal(await foundOf('given up'), 'ok: no mail in the last two weeks')
  await write('d', WITHHELD.enough, FAILED)
  assert.equal(await foundOf('given up'), 'ok: no mail in the last two weeks, 1 withheld by the rules')
  await write('e', '550 No such\nmailbox', { ...FAILED, due_at: lately + 1 })
  await write('f', WITHHELD.late, FAILED)
  assert.equal(
    await foundOf('given up'),
    'warning: 2 mails in the last two weeks, 1 withheld by the rules; the newest failed with "550 No such mailbox"',
  )
  await write('a', 'Mail command failed: 553 No such\nsender')
  await write('b', null)
  assert.equal(
    await foundOf('outbox'),
    'warning: 1 mail waits for another attempt; the newest failed with "Mail command failed: 553 No such sender"',
  )
  assert.equal(
    (await foundByDoctor(place.settings)).of('outbox'),
    undefined,
    'nothing is tried without a mail server',
  )

  const standby = new URL(place.settings.DATABASE_URL!)
  standby.searchParams.set('options', '-c default_transaction_read_only=on')
  const { state, says, fix } = (await foundByDoctor({ ...place.settings, DATABASE_URL: standby.href })).of(
    'database',
  )
  assert.deepEqual([state, says], ['broken', 'PostgreSQL answers, but takes no writes'])
  assert.match(fix!, /leads to the primary/)
  const elsewhere = configOf({ ...place.settings, DATABASE_URL: standby.href })
  assert.deepEqual((await checkUpgrade(elsewhere)).blocks, [`${says}. ${fix}`])
})

/** Sessions that wait for the table, and have therefore already answered the query for their time. */
const WAITING = {
  sql: `select 1 from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and relation = 'migrations'::regclass and not granted`,
  reads: true,
  name: undefined,
}

test('a broken part is reported with the reason and the fix', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'a-file')
  await writeFile(file, '')
  const { states, of } = await foundByDoctor({
    DATA_DIR: join(file, 'data'),
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    REDIS_URL: 'redis://127.0.0.1:1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    IMAGE_STORE: 's3://bucket?endpoint=http://127.0.0.1:1',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
  })
  const broken = ['database', 'redis', 'smtp', 'disk', 'images']
  assert.deepEqual(
    states.filter((line) => line.startsWith('broken')),
    broken.map((subject) => `broken ${subject}`),
  )
  for (const subject of ['database', 'redis', 'smtp']) assert.match(of(subject).says, /ECONNREFUSED/)
  assert.match(of('disk').says, /ENOTDIR/)
  assert.match(of('database').fix!, / DATABASE_URL names its address; it names 127\.0\.0\.1:1\.$/)
  for (const subject of broken) assert.match(of(subject).fix!, /^(Check|Let) .*\.$/)
  await writeFile(join(folder.path, 'images'), '')
  const certificate = `postgres://127.0.0.1:1/none?sslmode=verify-full&sslrootcert=${join(folder.path, 'none.pem')}`
  const others = await foundByDoctor({
    DATA_DIR: folder.path,
    DATABASE_URL: certificate,
    REDIS_URL: 'rediss://127.0.0.1:1',
  })
  assert.match(others.of('redis').fix!, /use redis:\/\/ if that Redis does not use TLS\.$/)
  const { says, fix } = others.of('database')
  assert.match(
    `${says}. ${fix}`,
    /ENOENT.*none\.pem'\. Check that sslmode and sslrootcert in DATABASE_URL fit/,
  )
  const images = others.of('images')
  assert.match(`${images.says}. ${images.fix}`, /^ENOTDIR.*\. Let this user read and write .*images\.$/)
})

test('an image folder that is empty, but was not before, is reported as perhaps not mounted', async () => {
  await using app = await startTestApp()
  const images = async () => (await foundByDoctor(app.settings)).of('images')
  await markBeforeUploads(app.world)
  assert.equal((await images()).state, 'ok')
  await rm(join(app.folder, 'images'), { recursive: true })
  const { state, says, fix } = await images()
  assert.equal(state, 'warning')
  assert.match(
    `${says}. ${fix}`,
    /nothing is there, and pictures were put there before\. Check that its disk is mounted/,
  )
})

test('a certificate is judged by its expiry and its name', async () => {
  await using folder = await temporaryFolder()
  const judged = async (days: number, host = 'shop.example.com') => {
    const made = makeCertificate({
      name: 'a shop',
      hosts: [host],
      from: Date.now() - 90 * DAY_MS,
      to: Date.now() + days * DAY_MS,
    })
    const [cert, key] = [join(folder.path, 'cert.pem'), join(folder.path, 'key.pem')]
    await Promise.all([writeFile(cert, made.cert), writeFile(key, made.key)])
    const tls = { TLS_CERT: cert, TLS_KEY: key, PUBLIC_URL: 'https://shop.example.com' }
    const { state, says } = (await foundByDoctor({ DATA_DIR: folder.path, ...tls })).of('certificate')
    return [state, says]
  }
  assert.deepEqual(await judged(60.5), ['ok', 'is valid for 60 more days'])
  assert.deepEqual(await judged(5.5), ['warning', 'is valid for 5 more days'])
  assert.deepEqual(await judged(-1), [
    'broken',
    `expired on ${new Date(Date.now() - DAY_MS).toISOString().slice(0, 10)}`,
  ])
  assert.deepEqual(await judged(60.5, 'other.example.com'), ['broken', 'is not for shop.example.com'])
})

test('a secret that does not match the data is reported', async () => {
  await using place = await newPlace('sqlite')
  {
    await using app = await startTestApp(place.settings)
    const { store_id: storeId } = await newSeller(app)
    await addWebhook(app.world, { storeId, url: 'https://shop.example.com/hook' })
    // The state that older versions leave, which did not record to which secret the data belongs.
    await app.world.db.transaction((tx) =>
      tx.rows({ sql: 'delete from service_facts', reads: false, name: undefined }, []),
    )
  }
  const secretUnder = async (settings: object) =>
    (await foundByDoctor({ ...place.settings, ...settings })).of('secret')
  assert.deepEqual((await secretUnder({})).says, 'matches the data')
  const other = await secretUnder({ HAAT_SECRET: 'another secret that is long enough' })
  assert.equal(other.state, 'broken')
  assert.match(other.says, /^HAAT_SECRET is not the secret that the data was written under/)
})

test('a truncated secret is refused by the doctor and at the start, and a full disk leaves none', async () => {
  await using place = await newPlace('sqlite')
  const path = join(place.config.dataDir, 'secret')
  const make = `import('${import.meta.resolve('../../server/files/secret-file.ts')}').then(({ keptSecret }) => keptSecret(process.argv[1]))`
  const full = spawnSync(
    'sh',
    ['-c', 'ulimit -f 0; exec "$0" -e "$1" "$2"', process.execPath, make, place.config.dataDir],
    { encoding: 'utf8' },
  )
  assert.match(full.stderr, /EFBIG/)
  assert.deepEqual(await readdir(place.config.dataDir), [])

  await writeFile(path, '\n')
  const says = `${path} holds 0 characters instead of at least 32`
  const fix =
    'Put back the copy that you keep of it. Only if there is no data yet, delete it: the next start makes another.'
  const settings = { ...place.settings, HAAT_SECRET: '' }
  assert.deepEqual((await foundByDoctor(settings)).of('secret'), {
    subject: 'secret',
    state: 'broken',
    says,
    fix,
  })
  assert.deepEqual((await checkUpgrade(configOf(settings))).blocks, [`${says}. ${fix}`])
  await assert.rejects(startTestApp(settings), { message: `${says}. ${fix}` })
})

test('settings that conflict are reported, and that anybody can sign up without mails', async () => {
  await using folder = await temporaryFolder()
  const of = async (settings: object) => (await foundByDoctor({ DATA_DIR: folder.path, ...settings })).of
  const unnamed = await of({ PUBLIC_URL: 'https://shop.example.com' })
  assert.match(unnamed('settings').says, /^PUBLIC_URL is https, and neither TLS_CERT nor TRUST_PROXY/)
  assert.match(unnamed('smtp').says, /anybody can sign up with any address$/)
  const slipped = await of({ DATABSE_URL: 'postgres://db.example/haat' })
  assert.equal(slipped('settings').state, 'warning')
  assert.match(slipped('settings').says, /^DATABSE_URL is set, .* and DATABASE_URL is not$/)
  const quoted = await of({ HAAT_SECRET: `"${'x'.repeat(32)}"` })
  assert.match(quoted('settings').says, /^HAAT_SECRET is in quotes, which are part of it/)
  assert.match(quoted('settings').fix!, /^Leave them out, unless there is data under the secret with them;/)
  const nowhere = await of({ TRUST_PROXY: '127.0.0.1' })
  assert.match(nowhere('settings').says, /PUBLIC_URL is http:\/\/localhost:0: links in mails, .* lead there$/)
})

test('settings that do not fit the role are reported', async () => {
  await using folder = await temporaryFolder()
  const { cert, key } = makeCertificate({ name: 'a shop', hosts: ['shop.example.com'] })
  const [TLS_CERT, TLS_KEY] = [join(folder.path, 'cert.pem'), join(folder.path, 'key.pem')]
  await Promise.all([writeFile(TLS_CERT, cert), writeFile(TLS_KEY, key)])
  const MANY = { DATABASE_URL: 'postgres://127.0.0.1:1/none' }
  const SMTP = { SMTP_URL: 'smtp://127.0.0.1:1' }
  const PUBLIC = { PUBLIC_URL: 'https://shop.example.com' }
  const saysOf = (settings: Record<string, string>) =>
    settingDoubts(configOf({ DATA_DIR: folder.path, ...settings })).map(({ says }) => says)
  const LINKS = 'and PUBLIC_URL is http://localhost:0: links in mails, answers and webhooks lead there'
  const worker = { ...MANY, HAAT_ROLE: 'worker' }
  const web = { ...MANY, HAAT_ROLE: 'web', TRUST_PROXY: '127.0.0.1', ...PUBLIC }

  assert.deepEqual(saysOf({ ...worker, ...SMTP }), [`HAAT_ROLE is worker, SMTP_URL is set ${LINKS}`])
  assert.deepEqual(saysOf({ ...worker, ...PUBLIC }), [
    'HAAT_ROLE is worker and SMTP_URL is not set: this worker sends no mails, even those that web instances announce',
  ])
  assert.deepEqual(saysOf(web), [
    'HAAT_ROLE is web and SMTP_URL is not set: accounts are made without a confirmed address, and signing up tells which addresses are taken, even if workers send mails',
  ])
  const own = { TLS_CERT, TLS_KEY }
  assert.deepEqual(saysOf({ ...own, HOST: '0.0.0.0' }), [
    `HOST is 0.0.0.0 ${LINKS.replace('http:', 'https:')}`,
  ])
  for (const whole of [
    {},
    SMTP,
    own,
    { ...MANY, ...SMTP },
    worker,
    { ...MANY, HAAT_ROLE: 'web' },
    { ...worker, ...SMTP, ...PUBLIC },
    { ...web, ...SMTP },
    { ...own, HOST: '0.0.0.0', ...PUBLIC },
  ])
    assert.deepEqual(saysOf(whole), [])
})

test('a difference between clocks is reported', () => {
  const states = [0, 1000, 5000, -60_000].map((apart) => clockFinding('Redis', 1e12 + apart, 1e12))
  assert.deepEqual(
    states.map(({ state, says }) => `${state}: ${says}`),
    [
      'ok: agrees with that of Redis',
      'ok: agrees with that of Redis',
      'warning: 5.0 seconds behind that of Redis',
      'broken: 60.0 seconds ahead of that of Redis',
    ],
  )
})

test('the command prints a line per check, and exits with 1 when one is broken', async () => {
  await using folder = await temporaryFolder()
  const settings = { DATA_DIR: folder.path }
  const haat = (more: object, ...args: string[]) =>
    runHaat('server/cli/main.js', args, { ...settings, ...more })
  const [well, wrong, json] = await Promise.all([
    haat({}, 'doctor'),
    haat({ PORT: 'x', LOG_LEVEL: 'loud' }, 'doctor'),
    haat({ SMTP_URL: 'smtp://127.0.0.1:1' }, 'doctor', '--json'),
  ])
  assert.deepEqual([well.status, well.stderr], [0, ''])
  assert.match(
    well.stdout,
    /^look {4}smtp {9}no mails are sent: they are kept for a week and shown at \/dev\/mail\. Set SMTP_URL\.$/m,
  )
  assert.equal(wrong.status, 1)
  assert.match(
    wrong.stdout,
    /^BROKEN {2}settings {5}PORT is "x"\. .*\nBROKEN {2}settings {5}LOG_LEVEL is "loud"/,
  )
  assert.deepEqual([json.status, JSON.parse(json.stdout).ok], [1, false])
})

test('the doctor reports the limit of open files, and when it is too low', async () => {
  const told = (limit: string) => {
    const [found] = checkOpenFiles(
      `Limit   Soft Limit  Hard Limit  Units\nMax open files   ${limit}   65536   files\n`,
    )
    return `${found?.state}: ${found?.says}`
  }
  assert.equal(told('4999').slice(0, 60), 'warning: 4,999 files and connections may be open at once: wh')
  assert.equal(told('5000'), 'ok: 5,000 files and connections may be open at once')
  assert.equal(told('unlimited'), 'ok: there is no limit')
  assert.deepEqual(checkOpenFiles(''), [])
  await using place = await newPlace('sqlite')
  const found = (await examine(place.config)).filter(({ subject }) => subject === 'open files')
  assert.deepEqual(found, checkOpenFiles())
})
