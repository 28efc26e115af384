import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { startTestApp } from '../../harness/app/app.ts'
import { ownFolder, runHaat, spawnHaat } from '../../harness/app/server-process.ts'
import { until } from '../../harness/app/until.ts'
import { seedStore } from '../../server/actions/stores/seed-store.ts'

const haat = (settings: Record<string, string>, ...args: string[]) =>
  runHaat('server/cli/main.js', args, settings)

test('--json prints one object on standard output; without it lines are printed', async () => {
  await using folder = await ownFolder()
  const made = await haat(folder.settings, 'store', 'create', '--name', 'Shop', '--json')
  assert.deepEqual([made.status, made.stderr], [0, ''])
  const { store_id, api_key } = JSON.parse(made.stdout)
  assert.match(api_key, /^ht-/)
  const added = await haat(folder.settings, 'category', 'add', '--store', store_id, 'Lamps')
  assert.deepEqual([added.status, added.stdout, added.stderr], [0, 'Added the category "Lamps"\n', ''])
})

test('a misspelled setting is reported once, beside the command’s output', async () => {
  await using folder = await ownFolder()
  const settings = { ...folder.settings, DATABSE_URL: 'postgres://db.example/haat' }
  const says = 'DATABSE_URL is set, which Haat does not know, and DATABASE_URL is not'
  const upgrade = await haat(settings, 'upgrade', '--check')
  assert.deepEqual(
    [upgrade.status, upgrade.stderr],
    [0, `${says}. If DATABASE_URL was meant, rename it to that.\n`],
  )
  const doctor = await haat(settings, 'doctor')
  assert.deepEqual([doctor.stderr, doctor.stdout.split(says).length], ['', 2])
})

test('plain HTTP on a public address is reported by the doctor, and allowed to commands that never listen', async () => {
  await using folder = await ownFolder()
  const inContainer = { ...folder.settings, HOST: '0.0.0.0' }
  const [restore, doctor] = await Promise.all([
    haat(inContainer, 'restore', '/nowhere/backup.haat'),
    haat(inContainer, 'doctor'),
  ])
  assert.deepEqual([restore.status, /HOST/.test(restore.stderr)], [1, false])
  assert.match(restore.stderr, /backup\.haat/)
  assert.equal(doctor.status, 1)
  assert.match(doctor.stdout, /^BROKEN {2}settings {5}HOST is 0\.0\.0\.0, which others can reach/)
})

test('the service and the commands share one compile cache', async () => {
  const telling = { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }
  const service = await runHaat('server/main.js', [], { ...telling, PORT: 'wrong' })
  const version = await haat(telling, '--version')
  assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/)
  assert.equal(version.status, 0)
  // V8 accepts cached code only under the flags it was compiled with, and Node keeps a folder for each set of flags.
  const folderOf = (said: string) => /^\[compile cache\] resolved path .* -> (.+)$/m.exec(said)?.[1]
  assert.ok(folderOf(service.stderr))
  assert.equal(folderOf(version.stderr), folderOf(service.stderr))
})

test('migrate logs what it has applied, beside its one object, and creates files for their owner alone', async () => {
  await using folder = await ownFolder()
  const [first, second] = [
    await haat(folder.settings, 'migrate', '--json'),
    await haat(folder.settings, 'migrate'),
  ]
  assert.deepEqual([first.status, first.stdout], [0, '{"pending":[]}\n'])
  const { applied, msg } = JSON.parse(first.stderr)
  assert.deepEqual([applied[0], msg], ['0001-foundation', 'The database has been brought up to date'])
  assert.deepEqual(second, { status: 0, stdout: 'The database is up to date\n', stderr: '' })
  const written = readdirSync(folder.path, { recursive: true, encoding: 'utf8' })
  assert.ok(written.includes('haat.db'))
  for (const name of written) assert.equal(statSync(join(folder.path, name)).mode & 0o077, 0, name)
})

test('a refusal is a sentence on standard error, nothing on standard output, and status 1', async () => {
  await using folder = await ownFolder()
  const store = '00000000-0000-4000-8000-000000000000'
  const file = join(folder.path, 'not-a-database')
  mkdirSync(file)
  writeFileSync(join(file, 'haat.db'), 'something else that is no database of anybody at all'.repeat(20))
  const seeding = ['seed', '--stores', '1', '--products', '1', '--orders', '0', '--out', '/nowhere/x']
  const [refused, unknown, wrong, damaged, out] = await Promise.all([
    haat(folder.settings, 'key', 'generate', '--store', store, '--json'),
    haat(folder.settings, 'destroy', 'store'),
    haat({ ...folder.settings, LOG_LEVEL: 'loud' }, 'migrate'),
    haat({ ...folder.settings, DATA_DIR: file }, 'migrate'),
    haat(folder.settings, ...seeding),
  ])
  assert.deepEqual(refused, { status: 1, stdout: '', stderr: 'There is no store with that id\n' })
  assert.deepEqual(unknown, {
    status: 1,
    stdout: '',
    stderr: 'haat has no command "destroy store". See "haat --help".\n',
  })
  assert.equal(wrong.status, 1)
  assert.match(wrong.stderr, /^LOG_LEVEL is "loud"/)
  assert.equal(damaged.status, 1)
  assert.match(
    damaged.stderr,
    /haat\.db cannot be used: file is not a database\. If it is yours, set it aside/,
  )
  assert.deepEqual([out.status, out.stderr.split(':')[0]], [1, '--out cannot be written'])
})

test('verify prints a line per check, and exits with 1 when one fails', async () => {
  await using folder = await ownFolder()
  {
    await using app = await startTestApp(folder.settings)
    await seedStore(app.world, 1, 7, 1)
  }
  const { stdout, status } = await haat(folder.settings, 'verify', '--json')
  assert.deepEqual([status, JSON.parse(stdout).ok], [0, true])

  using database = new DatabaseSync(join(folder.path, 'haat.db'))
  database.exec('update products set stock = stock + 1')
  const broken = await haat(folder.settings, 'verify')
  assert.equal(broken.status, 1)
  assert.match(
    broken.stdout,
    /^payments {4}ok {2}each paid payment has an order, or a refund to make; both if the order was cancelled$/m,
  )
  assert.match(broken.stdout, /^stock {7}7 broken {2}stock is what was given/m)
  assert.match(
    broken.stdout,
    /^ {12}\S{36} of the store \S{36}: the stock is 1000001 and should be 1000000$/m,
  )
  assert.match(broken.stdout, /^ {12}and 2 more$/m)
  assert.match(broken.stdout, /^Broken: stock$/m)

  const unread = spawnHaat('server/cli/main.js', ['verify'], folder.settings)
  unread.stopReading()
  assert.equal(await unread.ended, 1, 'also when its output is closed early')
})

test('a seed that is killed leaves data that passes verify', async () => {
  await using folder = await ownFolder()
  const made = await haat(folder.settings, 'store', 'create', '--name', 'Shop')
  assert.equal(made.status, 0)
  const [out, many] = [join(folder.path, 'seeded'), 30_000]
  const words = ['seed', '--stores', '1', '--products', '3', '--orders', `${many}`, '--out', out]
  const seeding = spawnHaat('server/cli/main.js', words, folder.settings)
  using database = new DatabaseSync(join(folder.path, 'haat.db'))
  const orders = () => Number(database.prepare('select count(*) as count from orders').get()!.count)
  await until(async () => orders() > 0)
  seeding.kill('SIGKILL')
  await seeding.ended
  assert.ok(orders() < many)
  const verified = await haat(folder.settings, 'verify')
  assert.deepEqual([verified.status, verified.stdout.split('\n').at(-2)], [0, 'All is as it should be'])
})

test('listen ends when its output is closed', async () => {
  await using folder = await ownFolder()
  const words = ['--key', 'ht-aaaa-aaa-aaaa', '--to', 'http://localhost:1', '--server', 'http://localhost:1']
  const listening = spawnHaat('server/cli/main.js', ['listen', ...words], folder.settings)
  listening.stopReading()
  assert.equal(await listening.ended, 0)
})
