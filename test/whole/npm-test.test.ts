import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { entryOf } from '../../scripts/tests/test-processes.ts'
import { root } from '../help/imports.ts'

const ONE_FILE = 'test/rules/retry-schedule.test.ts'
const ANOTHER = 'test/rules/mail-retries.test.ts'

test('npm test runs the files that match a word, and ends with node’s summary', async () => {
  const { code, text } = await npmTest([ONE_FILE], { TEST_WITHOUT: 'redis' })
  assert.equal(code, 0, 'though something is left out')
  assert.match(text, /^✔ test\/rules\/retry-schedule\.test\.ts: \d+ tests/)
  assert.match(text, /ℹ tests \d+\nℹ suites \d+\nℹ pass \d+\nℹ fail 0\n/)
})

test('npm test runs the files of a folder together, names what it left out, and with CI=true fails for it', async () => {
  const without = { TEST_WITHOUT: 'postgres,redis,chromium', CI: 'true' }
  const { code, text } = await npmTest([ONE_FILE, ANOTHER], without)
  assert.match(text, /^✔ test\/rules: \d+ tests/)
  assert.match(text, /^Left out what needs PostgreSQL: .* install postgresql, or set TEST_DATABASE_URL\.$/m)
  assert.match(text, /^Left out what needs Redis: .* install redis.*\.$/m)
  assert.match(text, /^Left out what needs Chromium: .* install .*chromium.*, or set TEST_CHROMIUM\.$/m)
  assert.match(text, /With CI=true nothing may be left out: this run has failed\.\n$/)
  assert.equal(code, 1)
})

test('npm test fails when no file matches', async () => {
  assert.equal((await npmTest(['no-such-file'])).code, 1)
})

test('npm test runs both of two folders with the same name', async () => {
  await using folder = await temporaryFolder()
  const entries = ['test/api/orders', 'test/pages/orders'].map((name) =>
    entryOf({ name, files: [ONE_FILE, ANOTHER] }, folder.path),
  )
  assert.equal(new Set(entries).size, 2)
})

function npmTest(patterns: string[], env: Record<string, string> = {}) {
  const { NODE_TEST_CONTEXT: _, CI: __, TEST_WITHOUT: ___, ...rest } = process.env
  return new Promise<{ code: number; text: string }>((resolve) => {
    const options = { cwd: root, env: { ...rest, ...env } }
    execFile(process.execPath, ['scripts/test.ts', ...patterns], options, (error, text) => {
      resolve({ code: Number(error?.code ?? 0), text })
    })
  })
}
