import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { readConfig } from '../../server/config.ts'
import { openWorld } from '../../server/open-world.ts'
import { lockData } from '../../server/storage/database/data-lock.ts'

test('a database is open to one server and many helpers, or to one exclusive holder', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'haat.db')
  {
    using _serving = lockData(path, 'serving')
    using beside = lockData(path, 'beside')
    assert.ok(beside)
    assert.equal(lockData(path, 'serving'), undefined)
    assert.equal(lockData(path, 'alone'), undefined)
  }
  {
    using alone = lockData(path, 'alone')
    assert.ok(alone)
    for (const way of ['alone', 'serving', 'beside'] as const) assert.equal(lockData(path, way), undefined)
  }
  using again = lockData(path, 'serving')
  assert.ok(again)
})

test('a start that fails releases the data lock', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'secret'), 'cut off')
  const read = readConfig({ DATA_DIR: folder.path })
  assert.ok('config' in read && read.config.database.kind === 'sqlite')
  await assert.rejects(openWorld(read.config, { log: pino({ level: 'silent' }) }), /holds 7 characters/)
  using alone = lockData(read.config.database.path, 'alone')
  assert.ok(alone)
})

test('a lock file that is not a database fails with that reason', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'haat.db')
  await writeFile(
    `${path}.lock`,
    'this is not what a lock looks like, and it is longer than a hundred bytes'.repeat(9),
  )
  assert.throws(() => lockData(path, 'alone'), /not a database/)
})
