import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownFolder, runHaat } from '../help/server-process.ts'

const haat = (settings: Record<string, string>, ...args: string[]) =>
  runHaat('server/cli/main.js', args, settings)

test('--json gives one object on standard output; people get lines', async () => {
  await using folder = await ownFolder()
  const made = await haat(folder.settings, 'store', 'create', '--name', 'Shop', '--json')
  assert.deepEqual([made.status, made.stderr], [0, ''])
  const { store_id, api_key } = JSON.parse(made.stdout)
  assert.match(api_key, /^ht-/)
  const added = await haat(folder.settings, 'category', 'add', '--store', store_id, 'Lamps')
  assert.deepEqual([added.status, added.stdout, added.stderr], [0, 'Added the category "Lamps"\n', ''])
})

test('what is refused is a sentence on standard error, nothing on standard output, and status 1', async () => {
  await using folder = await ownFolder()
  const store = '00000000-0000-4000-8000-000000000000'
  const [refused, unknown, wrong, help] = await Promise.all([
    haat(folder.settings, 'key', 'generate', '--store', store, '--json'),
    haat(folder.settings, 'store', 'destroy'),
    haat({ ...folder.settings, LOG_LEVEL: 'loud' }, 'migrate'),
    haat(folder.settings, '--help'),
  ])
  assert.deepEqual(refused, { status: 1, stdout: '', stderr: 'There is no store with that id\n' })
  assert.deepEqual(unknown, {
    status: 1,
    stdout: '',
    stderr: 'haat has no command "store destroy". See "haat --help".\n',
  })
  assert.equal(wrong.status, 1)
  assert.match(wrong.stderr, /^LOG_LEVEL is "loud"/)
  assert.equal(help.status, 0)
  assert.match(help.stdout, /^haat: /)
})
