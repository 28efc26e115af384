import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, matchesGlob, relative, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { startPostgres } from '../test/help/postgres-server.ts'
import type { PrivateServer } from '../test/help/private-server.ts'
import { startRedis } from '../test/help/redis-server.ts'
import { hasPostgres, hasRedis, missingServices } from '../test/help/services.ts'
import { compactReport } from './compact-report.ts'

const root = resolve(import.meta.dirname, '..')
const cache = join(root, 'node_modules', '.cache', 'haat')
const BROWSER_MS = 30_000
const timesFile = join(cache, 'test-times.json')

process.chdir(root)
// Every file loads the same modules: compiled once, they cost the later ones a quarter less time.
process.env.NODE_COMPILE_CACHE ??= join(cache, 'compiled')
process.stdin.on('end', endWithAllTests).resume().unref()

const files = longestFirst(testFiles(process.argv.slice(2)))
if (files.length === 0) {
  console.error(`No test file matches ${process.argv.slice(2).join(' ')}.`)
  process.exit(1)
}

await using services = new AsyncDisposableStack()
const leftOut = missingServices()
// A lone file starts what it needs by itself, and nothing when it needs nothing.
if (files.length > 1) {
  await Promise.all([
    hasPostgres && startService('postgres', 'TEST_DATABASE_URL', startPostgres),
    hasRedis && startService('redis', 'TEST_REDIS_URL', startRedis),
  ])
}

const times = rememberedTimes()
let success = false
const events = run({
  cwd: root,
  files,
  concurrency: availableParallelism() + 2, // More than cores: there is always a test that waits.
  timeout: 180_000, // of one test; the file's own is in time-limit.ts
  execArgv: [
    // Young objects are collected seldom: an eighth less time for all.
    ...['--min-semi-space-size=16', '--max-semi-space-size=32'],
    ...['--import', pathToFileURL(join(root, 'test/help/time-limit.ts')).href],
  ],
})
events.on('test:summary', (summary) => {
  if (summary.file) times[relative(root, summary.file)] = Math.round(summary.duration_ms)
  else success = summary.success
})
for await (const text of process.stdout.isTTY ? events.compose(new spec()) : compactReport(events, root)) {
  process.stdout.write(text)
}

for (const reason of leftOut) console.log(`Left out what ${reason}.`)
const isWhole = !(process.env.CI === 'true' && leftOut.length > 0)
if (!isWhole) console.log('With CI=true nothing may be left out: this run has failed.')
process.exitCode = success && isWhole ? 0 : 1
remember()

function testFiles(patterns: string[]) {
  const all = globSync('test/**/*.test.ts')
  if (patterns.length === 0) return all
  return all.filter((file) =>
    patterns.some((pattern) => file.includes(pattern) || matchesGlob(file, pattern)),
  )
}

/** So that no core stands idle at the end while one long file runs on. A new file counts by its size, a browser's more. */
function longestFirst(paths: string[]) {
  const known = rememberedTimes()
  const weight = (path: string) =>
    known[path] ?? statSync(path).size + (path.includes('browser') ? BROWSER_MS : 0)
  return paths.toSorted((a, b) => weight(b) - weight(a))
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

function rememberedTimes(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(timesFile, 'utf8'))
  } catch {
    return {}
  }
}

function remember() {
  try {
    mkdirSync(cache, { recursive: true })
    writeFileSync(timesFile, JSON.stringify(times))
  } catch {
    // In a folder that cannot be written to, the next run is merely a little slower.
  }
}

function endWithAllTests() {
  if (process.platform === 'win32') process.exit(1)
  process.kill(-process.pid, 'SIGKILL')
}
