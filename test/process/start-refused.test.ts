import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { pino } from 'pino'
import { configOf } from '../../harness/app/config-of.ts'
import { ownFolder, runHaat, storesIn } from '../../harness/app/server-process.ts'
import { makeCertificate } from '../../harness/servers/certificates.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { startApp } from '../../server/app.ts'
import { DAY_MS } from '../../server/rules/values/durations.ts'
import { whyNotStarted } from '../../server/service.ts'
import { foundByDoctor } from '../help/found-by-doctor.ts'

const PROXIED = { PUBLIC_URL: 'https://shop.example.com', TRUST_PROXY: '127.0.0.1' }

async function refusalOf(settings: Record<string, string>, file = 'server/main.js', ...args: string[]) {
  const { status, stdout, stderr } = await runHaat(file, args, { LOG_LEVEL: 'silent', ...settings })
  assert.deepEqual([status, stdout], [1, ''])
  return stderr.trim()
}

/** The reason for the refusal, without starting a process. */
async function reasonOf(settings: Record<string, string>): Promise<string> {
  const config = configOf({ HAAT_SECRET: undefined, ...settings })
  const log = pino({ level: 'silent' })
  return await startApp(config, { log }).then(
    async (app) => {
      await app[Symbol.asyncDispose]()
      return 'It has started'
    },
    (error) => whyNotStarted(error, config),
  )
}

test('an address of another machine and an unknown name are reported as wrong in HOST', async () => {
  await using folder = await temporaryFolder()
  for (const HOST of ['192.0.2.7', 'no-such-machine.invalid'])
    assert.equal(
      await reasonOf({ ...PROXIED, DATA_DIR: folder.path, HOST }),
      `HOST is ${HOST}, which is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of its addresses.`,
    )
})

test('a port in use is reported by its number, before any data is created', async () => {
  await using folder = await temporaryFolder()
  await using other = createServer()
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  other.listen(0, '127.0.0.1', resolve)
  await listening
  const { port } = other.address() as { port: number }
  const DATA_DIR = join(folder.path, 'data')
  assert.equal(
    await refusalOf({ DATA_DIR, PORT: String(port) }, 'server/cli/main.js', 'start'),
    `Haat cannot start: port ${port} is in use. Set PORT to another one, or stop what uses it.`,
  )
  assert.equal(existsSync(DATA_DIR), false)
})

test('a data folder that is a dangling link is reported with the fix', async () => {
  await using folder = await temporaryFolder()
  const link = join(folder.path, 'link')
  await symlink(join(folder.path, 'gone', 'too'), link)
  const refusal = await reasonOf({ DATA_DIR: link })
  assert.match(refusal, /^DATA_DIR cannot be used: ENOENT.* Check that .*link is a folder/)
})

test('a read-only database is reported by the start and by the doctor', {
  skip: process.getuid?.() === 0 && 'root may write anywhere',
}, async () => {
  await using own = await ownFolder()
  await storesIn(own.settings)
  await chmod(join(own.path, 'haat.db'), 0o444)
  const says = /^DATA_DIR cannot be used: EACCES: [^\n]*haat\.db'/
  assert.match(await reasonOf(own.settings), says)
  assert.match((await foundByDoctor(own.settings)).of('database').says, says)
  const { status } = await runHaat('server/cli/main.js', ['backup', join(own.path, 'backup')], own.settings)
  assert.equal(status, 0, 'readable data can be backed up')
})

test('a data folder that cannot be created is reported with the fix', async () => {
  await using folder = await temporaryFolder()
  const [pipe, socket] = [join(folder.path, 'pipe'), join(folder.path, 'socket')]
  execFileSync('mkfifo', [pipe])
  await using other = createServer()
  other.listen(socket)
  await once(other, 'listening')
  const nowhere = process.platform === 'linux' ? ['/proc/x'] : []
  const refuse = async (DATA_DIR: string) => {
    const refusal = await reasonOf({ DATA_DIR })
    assert.match(refusal, /^DATA_DIR cannot be used: E(NOENT|EXIST): [^\n]*\.$/)
    assert.ok(refusal.includes(`Check that ${DATA_DIR} is a folder on a disk with room`), refusal)
  }
  await Promise.all([...nowhere, '/dev/null', pipe, socket].map(refuse))
})

test('a pipe in place of the secret or the database is refused, not waited for', async () => {
  const refusalWith = async (name: string, ...command: string[]) => {
    await using folder = await temporaryFolder()
    execFileSync('mkfifo', [join(folder.path, name)])
    return await refusalOf({ DATA_DIR: folder.path, PORT: '0' }, ...command)
  }
  const list = ['server/cli/main.js', 'store', 'list'] // opens the same data, and starts sooner
  const [secret, ...databases] = await Promise.all([
    refusalWith('secret'),
    refusalWith('haat.db', ...list),
    refusalWith('haat.db.lock', ...list),
  ])
  assert.match(
    secret!,
    /^Haat cannot start: \S+secret is not a file\. Put back the copy that you keep of it\. [^\n]*$/,
  )
  for (const refusal of databases)
    assert.match(refusal, /^\S+haat\.db cannot be used: [^\n]* Check that \S+ is a folder/)
})

test('the start warns of an expired certificate, and of a limit of open files too low for the connections', async () => {
  await using own = await ownFolder()
  const old = makeCertificate({
    name: 'old',
    hosts: ['localhost'],
    from: Date.now() - 90 * DAY_MS,
    to: Date.now() - DAY_MS,
  })
  const [TLS_CERT, TLS_KEY] = [join(own.path, 'cert.pem'), join(own.path, 'key.pem')]
  await Promise.all([writeFile(TLS_CERT, old.cert), writeFile(TLS_KEY, old.key)])
  const env = { PATH: process.env.PATH ?? '', ...own.settings, TLS_CERT, TLS_KEY, LOG_LEVEL: 'warn' }
  const child = spawn('sh', ['-c', 'ulimit -n 256; exec "$0" server/main.js', process.execPath], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written = text(child.stderr)
  await once(child.stdout, 'data') // the line that says where it listens
  child.kill('SIGTERM')
  const [certificate, limit] = (await written).split('\n').map((line) => line && JSON.parse(line).msg)
  assert.match(certificate, /^The certificate of TLS_CERT expired on .*Renew it: the service loads/)
  // Only Linux exposes the limit.
  if (process.platform === 'linux')
    assert.match(limit, /^256 files and connections may be open at once: .* LimitNOFILE=65536 /)
})
