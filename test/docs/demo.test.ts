import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { spawnHaat } from '../../harness/app/server-process.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { newDashboardClient } from '../../harness/shops/dashboard.ts'

const run = promisify(execFile)
const skip = spawnSync('curl', ['--version']).error ? 'needs curl' : false

test('npm run demo prints commands to paste and a link to the dashboard, and leaves no files', {
  skip,
}, async () => {
  await using folder = await temporaryFolder()
  const demo = spawnHaat('scripts/demo/main.js', [], { PORT: '0', TMPDIR: folder.path })
  await demo.said(/"status": ("processing")/)
  const said = demo.stdout()

  const lines = said.replaceAll(/ \\\n +/g, ' ').match(/^ +curl .*$/gm) ?? []
  assert.equal(lines.length, 5)
  for (const line of lines) {
    const { stdout } = await run('sh', ['-c', `${line} --write-out ' %{http_code}'`])
    assert.match(stdout, / 20[01]$/, line)
  }

  const [, url = '', email = '', password = ''] =
    /(\S+)\/dashboard, as (\S+) with the password (\S+)/.exec(said) ?? []
  const browser = newDashboardClient({ url })
  await browser.ask('signIn', { email, password })
  const { stores } = await browser.ask('session', {})
  assert.deepEqual(
    stores.map(({ name, role }) => ({ name, role })),
    [{ name: 'Neem & Brass', role: 'owner' }],
  )

  demo.kill('SIGHUP')
  demo.kill('SIGTERM')
  assert.equal(await demo.ended, 0)
  assert.deepEqual(await readdir(folder.path), [])
})
