import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { test } from 'node:test'
import { type Source, sources } from '../help/imports.ts'

/** Which room may import which. A room is a folder or a file; if two names match, the longer one applies. */
const ROOMS: Record<string, readonly string[] | 'everything'> = {
  contract: [],
  'server/rules': ['contract'],
  'server/vault.ts': [],
  'server/clock.ts': [],
  'server/outage-log.ts': [],
  'server/files': [],
  'server/files/secret-file.ts': ['server/rules', 'server/files'],
  'server/settings': ['server/rules'],
  'server/begin-process.js': [],
  'server/let-heap-grow.ts': [],
  'server/storage': ['contract', 'server/rules', 'server/files'],
  'server/images': ['contract', 'server/rules', 'server/files', 'server/settings'],
  'server/outbound': ['contract', 'server/rules'],
  'server/mails': ['contract', 'server/rules'],
  'server/payments': ['contract', 'server/rules', 'server/vault.ts'],
  'server/limits': ['contract', 'server/rules', 'server/storage', 'server/outage-log.ts'],
  'server/config.ts': ['server/rules', 'server/settings'],
  'server/log.ts': ['server/config.ts', 'server/rules'],
  'server/world.ts': [
    'server/storage',
    'server/images',
    'server/outbound',
    'server/vault.ts',
    'server/clock.ts',
  ],
  'server/open-parts.ts': [
    ...[
      'server/config.ts',
      'server/images',
      'server/storage',
      'server/vault.ts',
      'server/files/secret-file.ts',
    ],
  ],
  'server/tracing': [
    'server/rules',
    'server/storage',
    'server/outbound',
    'server/world.ts',
    'server/settings',
  ],
  'server/operations': [
    ...['contract', 'server/rules', 'server/storage', 'server/images', 'server/actions', 'server/vault.ts'],
    ...['server/config.ts', 'server/open-parts.ts', 'server/files', 'server/files/secret-file.ts'],
    ...['server/limits', 'server/mails', 'server/settings'],
  ],
  'server/actions': [
    ...['contract', 'server/rules', 'server/storage', 'server/payments', 'server/images', 'server/world.ts'],
    ...['server/outbound', 'server/mails'],
  ],
  'server/accounts': [
    ...['contract', 'server/rules', 'server/storage', 'server/actions', 'server/mails', 'server/world.ts'],
  ],
  'server/http': [
    ...['contract', 'server/rules', 'server/storage', 'server/limits', 'server/images', 'server/actions'],
    ...['server/accounts', 'server/world.ts', 'server/config.ts', 'server/tracing'],
    ...['server/settings', 'server/outage-log.ts'],
  ],
  'server/workers': [
    ...['server/rules', 'server/storage', 'server/actions', 'server/outbound', 'server/world.ts'],
    ...['server/mails', 'server/outage-log.ts'],
  ],
  'server/cli': [
    'contract',
    'server/rules',
    'server/storage',
    'server/actions',
    'server/accounts',
    'server/world.ts',
    'server/config.ts',
    'server/operations',
  ],
  'server/cli/main.js': 'everything',
  'server/cli/command-line.ts': 'everything',
  'server/open-world.ts': 'everything',
  'server/app.ts': 'everything',
  'server/main.js': 'everything',
  'server/service.ts': 'everything',
  dashboard: ['contract'],
}

/** The folders around the program, and which other folders they may import. */
const AROUND: Record<string, readonly string[]> = {
  harness: ['contract', 'server'],
  bench: ['contract', 'server', 'harness'],
  faults: ['contract', 'server', 'harness'],
  scripts: ['contract', 'server', 'harness'],
  test: ['contract', 'server', 'dashboard', 'harness', 'bench', 'faults', 'scripts'],
}

/** Packages that only one room may know. */
const PACKAGES: Record<string, string> = {
  kysely: 'server/storage',
  pg: 'server/storage',
  'node:sqlite': 'server/storage',
  ioredis: 'server/limits',
}

/** Packages that only a setting, a picture or a payment needs: a service without these must not hold them in memory. */
const LOADED_WHEN_NEEDED = ['aws4fetch', 'ioredis', 'nodemailer', 'pg', 'razorpay', 'sharp']

const READ_THE_ENVIRONMENT = ['server/service.ts', 'server/cli/command-line.ts']
const HOMELESS = /^(utils?|helpers?|common|managers?|index)\.[jt]sx?$/

const files = sources('contract', 'server', 'dashboard')
const all = [...files, ...sources(...Object.keys(AROUND))]

test('every file is in a room of the table', () => {
  assert.deepEqual(
    breaches((file) => roomOf(file.path) === undefined),
    [],
  )
})

test('no file imports from a room that its own room may not import', () => {
  const forbidden = imports().filter(({ from, to }) => {
    const [room, other] = [roomOf(from), roomOf(to)]
    if (room === undefined || other === room) return false
    if (other === undefined) return folderOf(to) in AROUND
    return ROOMS[room] !== 'everything' && !ROOMS[room]!.includes(other)
  })
  assert.deepEqual(forbidden, [])
})

test('the folders around the program import it, and not each other', () => {
  const folders = ['contract', 'server', 'dashboard', ...Object.keys(AROUND)]
  const forbidden = imports(all).filter(({ from, to }) => {
    const [own, other] = [folderOf(from), folderOf(to)]
    return own !== other && own in AROUND && folders.includes(other) && !AROUND[own]!.includes(other)
  })
  assert.deepEqual(forbidden, [])
})

test('SQL is used in storage alone, and Redis in limits alone', () => {
  assert.deepEqual(
    imports().filter(({ from, to }) => PACKAGES[to] !== undefined && roomOf(from) !== PACKAGES[to]),
    [],
  )
})

test('routes and commands only read from storage, and leave writing to actions', () => {
  const reading = /^(type |(find|list|search|count|sum|has|pending|reserved|sold)[A-Z])/
  const alsoReading = ['andThen', 'queueDepth', 'requireWritable']
  const written = files
    .filter(({ path }) => /^server\/(http|cli)\//.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^import \{([^}]*)\} from '[./]+\/storage\//gm)].flatMap(([, names]) =>
        names!.split(',').map((name) => ({ path, name: name.trim() })),
      ),
    )
    .filter(({ name }) => name !== '' && !reading.test(name) && !alsoReading.includes(name))
  assert.deepEqual(written, [])
})

test('no imports are circular', () => {
  const byPath = new Map(all.map((file) => [file.path, file]))
  const done = new Set<string>()
  const visit = (path: string, road: string[]): void => {
    assert.ok(!road.includes(path), `a cycle: ${[...road.slice(road.indexOf(path)), path].join(' → ')}`)
    if (done.has(path)) return
    for (const next of byPath.get(path)?.imports ?? []) visit(next, [...road, path])
    done.add(path)
  }
  for (const { path } of all) visit(path, [])
})

test('the service starts without the packages that are loaded on demand', () => {
  const loaded = loadedWith('server/service.ts')
  assert.ok(loaded.has('fastify'))
  assert.deepEqual(
    LOADED_WHEN_NEEDED.filter((name) => loaded.has(name)),
    [],
  )
})

test('a command’s file is loaded only when it is called', () => {
  const loaded = loadedWith('server/cli/command-line.ts')
  assert.ok(loaded.has('server/cli/commands.ts'))
  const commands = new Set(files.find(({ path }) => path === 'server/cli/commands.ts')!.imports)
  commands.delete('server/cli/command.ts') // their type
  assert.ok(commands.size > 20)
  assert.deepEqual(
    [...commands].filter((path) => loaded.has(path)),
    [],
  )
})

test('only the files that start the program read the environment', () => {
  const readers = breaches(
    ({ path, text }) => text.includes('process.env') && !READ_THE_ENVIRONMENT.includes(path),
  )
  assert.deepEqual(readers, [])
})

test('every file has a name of its own and named exports', () => {
  assert.deepEqual(
    breaches(({ path }) => HOMELESS.test(basename(path))),
    [],
  )
  const withDefault = breaches(
    ({ path, text }) => /^export default\b/m.test(text) && !path.endsWith('.config.ts'),
  )
  assert.deepEqual(withDefault, [])
})

test('every export is imported by another file', () => {
  const taken = new Set(
    all.flatMap(({ names }) => names.flatMap(({ from, taken }) => taken.map((name) => `${from} ${name}`))),
  )
  const idle = all
    // The contract's types serve its readers, even if only a table of routes uses them.
    .filter(({ path }) => !path.startsWith('contract/'))
    .flatMap(({ path, text }) =>
      [
        ...text.matchAll(/^export (?:async )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm),
      ].map(([, name]) => `${path} ${name}`),
    )
    .filter((name) => !taken.has(name))
  assert.deepEqual(idle, [])
})

function roomOf(path: string) {
  const names = Object.keys(ROOMS).filter((room) => path === room || path.startsWith(`${room}/`))
  return names.sort((a, b) => b.length - a.length)[0]
}

/** The files and packages that are loaded with a file before it runs. */
function loadedWith(path: string) {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const loaded = new Set([path])
  for (const path of loaded) for (const next of byPath.get(path)?.loads ?? []) loaded.add(next)
  return loaded
}

function folderOf(path: string) {
  return path.split('/')[0]!
}

function imports(of = files) {
  return of.flatMap((file) => file.imports.map((to) => ({ from: file.path, to })))
}

function breaches(breaks: (file: Source) => boolean) {
  return files.filter(breaks).map((file) => file.path)
}
