import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { readConfig } from '../../server/config.ts'
import { openWorld } from '../../server/open-world.ts'
import { holdDataAlone, shareData } from '../../server/storage/data-lock.ts'
import { temporaryFolder } from '../help/folder.ts'

test('many work on a database together, or one has it alone', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'haat.db')
  {
    using _one = shareData(path)
    using _two = shareData(path)
    assert.equal(holdDataAlone(path), undefined)
  }
  {
    using alone = holdDataAlone(path)
    assert.ok(alone)
    assert.equal(holdDataAlone(path), undefined)
    assert.throws(() => shareData(path), /^Error: Its data is being restored or moved just now\./)
  }
  using _again = shareData(path)
})

test('a start that fails gives the data back', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'secret'), 'cut off')
  const read = readConfig({ DATA_DIR: folder.path })
  assert.ok('config' in read && read.config.database.kind === 'sqlite')
  await assert.rejects(openWorld(read.config, { log: pino({ level: 'silent' }) }), /holds 7 characters/)
  using alone = holdDataAlone(read.config.database.path)
  assert.ok(alone)
})

test('a lock that cannot be made is told as what it is', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'haat.db')
  await writeFile(
    `${path}.lock`,
    'this is not what a lock looks like, and it is longer than a hundred bytes'.repeat(9),
  )
  assert.throws(() => holdDataAlone(path), /not a database/)
})
