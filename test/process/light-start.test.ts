import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'

const READ_AND_TELL = `
import { registerHooks } from 'node:module'
const [asked, read] = [[], []]
registerHooks({
  resolve: (specifier, context, next) => (asked.push(specifier), next(specifier, context)),
  load: (url, context, next) => (read.push(url), next(url, context)),
})
const { beginProcess } = await import('./server/begin-process.js')
const own = new Set(process.moduleLoadList)
beginProcess()
await import('./server/service.ts')
const late = process.moduleLoadList.filter((name) => !own.has(name))
console.log(JSON.stringify({ asked, read, late }))
`

const start = (): { asked: string[]; read: string[]; late: string[] } =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', READ_AND_TELL], { encoding: 'utf8' }),
  )

const isSlow = (name: string) => /undici|amaro/.test(name)

describe('a start', () => {
  let asked: string[]
  let read: string[]
  let late: string[]

  before(() => {
    ;({ asked, read, late } = start())
    // If there was no compile cache yet, the first start has made one, so start again.
    if (late.some(isSlow)) ({ asked, read, late } = start())
  })

  test('loads neither fetch nor the type stripper: both are slow, and stay in memory', () => {
    assert.deepEqual(late.filter(isSlow), [])
  })

  test('loads Node’s modules, except sqlite, before it sets a flag that makes V8 recompile them', () => {
    assert.deepEqual(
      late.filter((name) => name.startsWith('NativeModule') && !name.includes('internal/')),
      ['NativeModule sqlite'],
    )
  })

  test('resolves its own files without Node’s slow lookup', () => {
    assert.ok(asked.includes('node:crypto'))
    assert.deepEqual(
      asked.filter((specifier) => /^[.#].*\.ts$/.test(specifier)),
      [],
    )
  })

  test('loads kysely as one file', () => {
    assert.equal(read.filter((url) => url.includes('/kysely/')).length, 1)
  })
})

test('no file creates an Intl object when loaded: the first one loads ICU’s tables', () => {
  const files = globSync('{server,contract}/**/*.ts')
  assert.ok(files.length > 100)
  const early = files.filter((file) => /^(export )?const .*= new Intl\./m.test(readFileSync(file, 'utf8')))
  assert.deepEqual(early, [])
})
