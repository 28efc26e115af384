import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const READ_AND_TELL = `
import { beginProcess } from './server/begin-process.js'
beginProcess()
await import('./server/service.ts')
console.log(process.moduleLoadList.filter((name) => name.includes('internal/deps/')).join())
`

const lateReads = () =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', READ_AND_TELL], { encoding: 'utf8' })

test('a start reads neither fetch nor what strips types: both take long, and stay in memory', () => {
  lateReads() // which leaves behind what it has compiled, where nobody had yet
  assert.doesNotMatch(lateReads(), /undici|amaro/)
})

test('no file makes an Intl object when it is read: the first brings ICU’s tables with it', () => {
  const files = globSync('{server,contract}/**/*.ts')
  assert.ok(files.length > 100)
  const early = files.filter((file) => /^(export )?const .*= new Intl\./m.test(readFileSync(file, 'utf8')))
  assert.deepEqual(early, [])
})
