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

  test('reads neither fetch nor what strips types: both take long, and stay in memory', () => {
    assert.deepEqual(late.filter(isSlow), [])
  })

  test('reads Node’s own modules before it sets a flag, under which V8 would compile them anew, but for the small one of the storage', () => {
    assert.deepEqual(
      late.filter((name) => name.startsWith('NativeModule') && !name.includes('internal/')),
      ['NativeModule sqlite'],
    )
  })

  test('finds its own files without asking Node, which would look for each', () => {
    assert.ok(asked.includes('node:crypto'))
    assert.deepEqual(
      asked.filter((specifier) => /^[.#].*\.ts$/.test(specifier)),
      [],
    )
  })

  test('reads kysely as one file', () => {
    assert.equal(read.filter((url) => url.includes('/kysely/')).length, 1)
  })
})

test('no file makes an Intl object when it is read: the first brings ICU’s tables with it', () => {
  const files = globSync('{server,contract}/**/*.ts')
  assert.ok(files.length > 100)
  const early = files.filter((file) => /^(export )?const .*= new Intl\./m.test(readFileSync(file, 'utf8')))
  assert.deepEqual(early, [])
})
