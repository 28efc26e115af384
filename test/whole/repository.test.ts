import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { test } from 'node:test'
import { root } from '../help/imports.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('the lock file names no registry', () => {
  const packages: Record<string, { resolved?: string; link?: true }> = JSON.parse(
    read('package-lock.json'),
  ).packages
  assert.deepEqual(
    Object.entries(packages).filter(([, { resolved, link }]) => resolved !== undefined && !link),
    [],
  )
})

test('every version is exact', () => {
  const { dependencies, optionalDependencies, devDependencies, overrides } = JSON.parse(read('package.json'))
  const versions = Object.entries({
    ...dependencies,
    ...optionalDependencies,
    ...devDependencies,
    ...overrides,
  })
  assert.deepEqual(
    versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version))),
    [],
  )
})

/** Scopes of packages that the docs name together. */
const FAMILIES: Record<string, string> = { '@mantine': 'Mantine', '@tanstack': 'TanStack' }

test('every package, types aside, has its reason among the decisions', () => {
  const { dependencies, devDependencies, overrides } = JSON.parse(read('package.json'))
  const reasons = read('docs/decisions/packages.md')
  const unexplained = Object.keys({ ...dependencies, ...devDependencies, ...overrides })
    .filter((name) => !name.startsWith('@types/'))
    .filter((name) => !reasons.includes(FAMILIES[name.split('/')[0]!] ?? `\`${name}\``))
  assert.deepEqual(unexplained, [])
})

const DOCUMENTS = globSync('{*,docs/**/*}.md', { cwd: root })

test('every file that a document links to exists', () => {
  const missing = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:)([\w./-]+)(?:#[\w-]+)?\)/g)]
      .map(([, path]) => join(dirname(document), path!))
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${document}: ${path}`),
  )
  assert.deepEqual(missing, [])
})

test('every heading that a document links to exists', () => {
  const missing = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(/\]\(([\w./-]*)#([\w-]+)\)/g)]
      .map(([, path, name]) => ({ path: path ? join(dirname(document), path) : document, name: name! }))
      .filter(({ path, name }) => !headingsOf(read(path)).includes(name))
      .map(({ path, name }) => `${document}: ${path}#${name}`),
  )
  assert.deepEqual(missing, [])
})

const headingsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )

test('docs/decisions.md links to every page of decisions', () => {
  const index = read('docs/decisions.md')
  const pages = globSync('decisions/*.md', { cwd: join(root, 'docs') }).map((page) =>
    page.replaceAll(sep, '/'),
  )
  assert.deepEqual(
    pages.filter((page) => !index.includes(`](${page})`)),
    [],
  )
})

test('every source file that a document names exists', () => {
  const files = globSync('{contract,server,dashboard,test,scripts,bench,faults,harness}/**/*.{ts,tsx,css}', {
    cwd: root,
  })
  const paths = files.map((file) => `/${file.replaceAll(sep, '/')}`)
  const missing = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(/`([\w./-]+\.(?:tsx?|css))`/g)]
      .map(([, name]) => name!)
      .filter((name) => !paths.some((path) => path.endsWith(`/${name}`)))
      .map((name) => `${document}: ${name}`),
  )
  assert.deepEqual(missing, [])
})

test('the runtime is one version of Node for every platform', () => {
  const { optionalDependencies } = JSON.parse(read('package.json'))
  assert.deepEqual(new Set(Object.values(optionalDependencies)), new Set([process.versions.node]))
})

const UNWANTED =
  /(?<![\w.])\/(home|Users|root|work)\/[\w.-]+|registry\.npmjs|\/\/registry\.|artifactory|_authToken/

test("no file names a developer's folder or a registry", {
  skip: spawnSync('git', ['ls-files'], { cwd: root }).status !== 0 && 'no clone, or no git',
}, () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
  const found = tracked
    .filter((path) => path !== '' && path !== 'test/whole/repository.test.ts' && existsSync(join(root, path)))
    .map((path) => `${path}: ${UNWANTED.exec(read(path))?.[0] ?? ''}`)
    .filter((line) => !line.endsWith(': '))
  assert.deepEqual(found, [])
})

test('the install script uses nothing that Node 20 lacks', () => {
  const script = read('scripts/install.js')
  const newer =
    /\busing \w+ =|import\.meta\.(dirname|filename)|withResolvers|fromAsync|groupBy|globSync|node:sqlite|Promise\.try|\.union\(|import defer/
  assert.doesNotMatch(script, newer)
  for (const node of olderNodes()) {
    execFileSync(node, ['--check', join(root, 'scripts/install.js')])
    execFileSync(node, [join(root, 'scripts/install.js')], { env: { PATH: process.env.PATH } })
  }
})

/** Older Node versions on the PATH, behind the one that npm scripts put first. */
function olderNodes() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders
    .filter((folder) => !folder.includes(`node_modules${sep}.bin`))
    .map((folder) => join(folder, process.platform === 'win32' ? 'node.exe' : 'node'))
    .filter((path) => existsSync(path))
}
