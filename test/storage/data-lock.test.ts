import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
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

test('a lock that cannot be made is told as what it is', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'haat.db')
  await writeFile(
    `${path}.lock`,
    'this is not what a lock looks like, and it is longer than a hundred bytes'.repeat(9),
  )
  assert.throws(() => holdDataAlone(path), /not a database/)
})
