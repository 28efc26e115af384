import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLine } from '../../server/cli/read-line.ts'

const CATEGORIES = `  category add   Adds a category to a store.
  category list  Lists the categories of a store.`

const told = (says: string) => ({ says, isWrong: false })
const wrong = (says: string) => ({ says, isWrong: true })

test('half of a command’s name is answered with the commands that begin with it', async () => {
  const without = (name: string) => wrong(`haat has no command "${name}". There are:\n${CATEGORIES}`)
  assert.deepEqual(await readLine(['category']), without('category'))
  assert.deepEqual(await readLine(['category', 'lst', '--help']), without('category lst'))
  assert.deepEqual(await readLine(['category', '--help']), told(CATEGORIES))
  assert.deepEqual(await readLine(['help', 'category']), told(CATEGORIES))
})

test('help of a command is asked for before its name or after it', async () => {
  const help = await readLine(['help', 'category', 'add'])
  assert.ok('says' in help && !help.isWrong)
  assert.match(help.says, /^Adds a category to a store\.\n/)
  assert.deepEqual(await readLine(['category', 'add', '--help']), help)
})

test('a line without a command is answered with all commands', async () => {
  const help = await readLine([])
  assert.ok('says' in help && !help.isWrong)
  assert.match(help.says, /^haat: /)
  assert.match(help.says, /\nhaat --version says which version this is\.$/)
  for (const line of [['--help'], ['-h'], ['help']]) assert.deepEqual(await readLine(line), help)
})

test('an option of no command is wrong', async () => {
  assert.deepEqual(
    await readLine(['--nonsense']),
    wrong('haat has no option "--nonsense". See "haat --help".'),
  )
})
