import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, statfsSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { availableParallelism } from 'node:os'
import { join, matchesGlob, relative, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { startPostgres } from '../../harness/services/postgres-server.ts'
import type { PrivateServer } from '../../harness/services/private-server.ts'
import { startRedis } from '../../harness/services/redis-server.ts'
import {
  chromiumPath,
  hasPostgres,
  hasRedis,
  missingServices,
  postgresTemplate,
  sqliteTemplate,
} from '../../harness/services/services.ts'
import { compactReport } from './compact-report.ts'
import { entryOf, testProcesses } from './test-processes.ts'

const ROOM_BYTES = 1024 ** 3 // six times what a whole run holds at once

const root = resolve(import.meta.dirname, '../..')
process.chdir(root)
process.stdin.on('end', endWithAllTests).resume().unref()
writeToMemory()

/** This run was started by a test of npm test: the outer run has compiled and prepared everything already. */
const isWithinAnother = process.env.TEST_SQLITE_TEMPLATE !== undefined
const files = testFiles(process.argv.slice(2))
if (files.length === 0) {
  console.error(`No test file matches ${process.argv.slice(2).join(' ')}.`)
  process.exit(1)
}

await using services = new AsyncDisposableStack()
const folder = services.use(await temporaryFolder())
const leftOut = missingServices()
// A lone file starts what it needs by itself, and nothing when it needs nothing.
if (files.length > 1) {
  await Promise.all([
    ...(isWithinAnother ? [] : [compileOnce(), compileProgramOnce()]),
    chromiumPath && files.some((file) => file.includes('browser')) && buildDashboard(),
    hasPostgres && startService('postgres', 'TEST_DATABASE_URL', startPostgres),
    hasRedis && startService('redis', 'TEST_REDIS_URL', startRedis),
  ])
  process.env.TEST_SQLITE_TEMPLATE ??= await sqliteTemplate(join(folder.path, 'migrated.db'))
  if (hasPostgres && process.env.TEST_DATABASE_URL) {
    process.env.TEST_DATABASE_TEMPLATE = services.use(await postgresTemplate()).name
  }
}

const names = new Map(testProcesses(files).map((each) => [entryOf(each, folder.path), each.name]))
let success = false
const events = run({
  cwd: root,
  files: [...names.keys()],
  concurrency: availableParallelism() + 3, // More than cores, because some test is always waiting for something.
  timeout: 180_000, // of one test; a process has its own, see time-limit.ts
  execArgv: ['--import', pathToFileURL(join(import.meta.dirname, 'preload.js')).href],
})
events.on('test:summary', (summary) => {
  if (!summary.file) success = summary.success
})
const nameOf = (file: string) => names.get(file) ?? relative(root, file)
for await (const text of process.stdout.isTTY ? events.compose(new spec()) : compactReport(events, nameOf)) {
  process.stdout.write(text)
}

for (const reason of leftOut) console.log(`Left out what ${reason}.`)
const isWhole = !(process.env.CI === 'true' && leftOut.length > 0)
if (!isWhole) console.log('With CI=true nothing may be left out: this run has failed.')
process.exitCode = success && isWhole ? 0 : 1

function testFiles(patterns: string[]) {
  const all = globSync('test/**/*.test.ts')
  if (patterns.length === 0) return all
  return all.filter((file) =>
    patterns.some((pattern) => file.includes(pattern) || matchesGlob(file, pattern)),
  )
}

/** What tests write need not outlast them. Where /dev/shm has room, it goes there, and no test waits for a disk. */
function writeToMemory() {
  const memory = '/dev/shm'
  if (process.env.TMPDIR || !existsSync(memory)) return
  const runsPrograms = !/ \/dev\/shm \S+ \S*\bnoexec\b/.test(readFileSync('/proc/mounts', 'utf8'))
  const { bavail, bsize } = statfsSync(memory)
  if (runsPrograms && bavail * bsize > ROOM_BYTES) process.env.TMPDIR = memory
}

/** All test processes load the same modules. Compiling these once into the cache halves the cost of loading them. */
async function compileOnce() {
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/haat') // the program's own, see begin-process.js
  enableCompileCache(process.env.NODE_COMPILE_CACHE)
  await import('../../harness/app/app.ts')
  flushCompileCache()
}

/**
 * The same for the services and commands that tests start: most are killed before they could write their cache. They
 * set V8 flags first and so have a cache of their own. NODE_COMPILE_CACHE, which applies before those flags, is removed
 * here: with it their code would go into the test files' cache, which could not use it.
 */
async function compileProgramOnce() {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  await once(spawn(process.execPath, ['scripts/tests/read-program.js'], { env, stdio: 'inherit' }), 'exit')
}

/** Built before the tests: if two test files built it, each would replace it while the other uses it. */
async function buildDashboard() {
  await once(spawn(process.execPath, ['scripts/ensure-dashboard.ts'], { stdio: 'inherit' }), 'exit')
}

async function startService(name: string, variable: string, start: () => Promise<PrivateServer>) {
  if (process.env[variable]) return
  try {
    process.env[variable] = services.use(await start()).url
  } catch (error) {
    console.error(String(error))
    process.env.TEST_WITHOUT = `${process.env.TEST_WITHOUT ?? ''},${name}`
    leftOut.push(`needs ${name}: it was found but did not start, as said above`)
  }
}

function endWithAllTests() {
  if (process.platform === 'win32') process.exit(1)
  process.kill(-process.pid, 'SIGKILL')
}
