import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../harness/services/folder.ts'

const STEPS = new URL('../help/browser/steps.ts', import.meta.url).href

const IN_A_WINDOW = `
  import { steps } from '${STEPS}'
  const step = steps()
  step('opens', () => {})
  step('breaks', () => { throw new Error('broken here') })
  step('would follow', () => console.log('it ran'))
`

test('a step that fails makes the run fail, and the steps after it are skipped', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'window.test.ts')
  await writeFile(file, IN_A_WINDOW)
  const { code, text } = await testedAlone(file)
  assert.equal(code, 1)
  assert.match(text, /ℹ pass 1\nℹ fail 1\nℹ cancelled 0\nℹ skipped 1\n/)
  assert.match(text, /would follow .*# as an earlier step failed/)
  assert.doesNotMatch(text, /it ran/)
})

function testedAlone(file: string) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  return new Promise<{ code: number; text: string }>((resolve) => {
    const how = ['--test', '--test-reporter=spec', file]
    execFile(process.execPath, how, { env }, (error, text) => {
      resolve({ code: Number(error?.code ?? 0), text })
    })
  })
}
