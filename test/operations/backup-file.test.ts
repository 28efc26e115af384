import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { startTestApp } from '../../harness/app/app.ts'
import { newPlace } from '../../harness/app/new-place.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { lifeIn } from '../../harness/shops/life.ts'
import { backUp } from '../../server/operations/backup.ts'
import { readBackup, writeBackup } from '../../server/operations/backup-file.ts'
import { restoreFile } from '../../server/operations/restore-file.ts'

const NO_IMAGES = { withImages: false, now: Date.now }

test('a file is written once and whole; one that is cut short or damaged is refused before anything changes', async () => {
  await using place = await newPlace('sqlite')
  await using target = await newPlace('sqlite')
  const whole = join(place.folder, 'haat.backup')
  {
    await using app = await startTestApp(place.settings)
    await lifeIn(app)
  }
  await backUp(place.config, whole, { withImages: true, now: Date.now })
  assert.equal((await stat(whole)).mode & 0o777, 0o600)
  await assert.rejects(backUp(place.config, whole, NO_IMAGES), {
    message: / already exists\. Name another file/,
  })
  await assert.rejects(backUp(place.config, place.folder, NO_IMAGES), {
    message: / is a folder\. Name a file in it, such as .*haat-1\.haat\.$/,
  })
  await assert.rejects(backUp(place.config, join(place.folder, 'nowhere', 'haat.backup'), NO_IMAGES), {
    message: /haat\.backup cannot be written: ENOENT: no such file or directory\. Name a file in a folder/,
  })
  await assert.rejects(restoreFile(target.config, place.folder, { verify: true, now: Date.now }), {
    message: / cannot be read: EISDIR: .*\. Name a file that this user may read\./,
  })
  // No file can be under a file, so neither writing nor the removal of what was written finds its way.
  const under = join(whole, 'haat.backup')
  await assert.rejects(backUp(place.config, under, NO_IMAGES), {
    message: /haat\.backup cannot be written: ENOTDIR: not a directory\. Name a file in a folder/,
  })
  await assert.rejects(restoreFile(target.config, under, { verify: true, now: Date.now }), {
    message: /haat\.backup cannot be read: ENOTDIR: not a directory\. Name a file that this user may read\./,
  })
  const twice = join(place.folder, 'twice.backup')
  const runs = [1, 2].map(() => backUp(place.config, twice, NO_IMAGES))
  assert.equal((await Promise.allSettled(runs)).filter(({ status }) => status === 'fulfilled').length, 1)
  await assert.rejects(Promise.all(runs), { message: / already exists\. Name another file/ })
  assert.notEqual(await fingerprint(twice), '')
  assert.deepEqual(
    (await readdir(place.folder)).filter((name) => name.endsWith('.partial')),
    [],
  )
  const bytes = await readFile(whole)
  const encrypted = join(place.folder, 'haat.backup.age')
  await writeFile(encrypted, bytes.toReversed())
  await assert.rejects(restoreFile(target.config, encrypted, { verify: true, now: Date.now }), {
    message:
      /\.age does not begin like a backup, so nothing was changed\. If it was encrypted or packed, undo that first; else use another file\.$/,
  })
  const broken = join(place.folder, 'broken.backup')
  const isDamaged = async () => {
    const restored = restoreFile(target.config, broken, { verify: true, now: Date.now })
    await assert.rejects(restored, { message: / is damaged or was cut short, so nothing was changed\./ })
  }
  for (const length of [0, 10, bytes.length >> 1, bytes.length - 1]) {
    await copyFile(whole, broken)
    await truncate(broken, length)
    await isDamaged()
  }
  const lines = zstdDecompressSync(bytes).toString()
  await writeFile(broken, zstdCompressSync(`${lines}${lines.trimEnd().split('\n').at(-1)}\n`))
  await isDamaged() // Nothing may follow the end record.
  for (const line of ['null', '1', '"text"']) {
    await writeFile(broken, zstdCompressSync(`${line}\n${lines}`))
    await isDamaged()
  }
  const content = await fingerprint(whole)
  let found = 0
  for (let at = 4; at < bytes.length; at += Math.ceil(bytes.length / 40)) {
    await writeFile(broken, bytes.with(at, bytes[at]! ^ 0x10))
    // A few bits of the compressed form have no meaning; a change of any other bit is detected.
    if ((await fingerprint(broken).catch(() => '')) === content) continue
    await isDamaged()
    found += 1
  }
  assert.ok(found > 30)
  assert.equal(existsSync(target.config.database.kind === 'sqlite' ? target.config.database.path : ''), false)
})

const ENDLESS = `
  import { writeBackup } from ${JSON.stringify(new URL('../../server/operations/backup-file.ts', import.meta.url))}
  async function* records() {
    for (;;) yield { table: 'noise', rows: [[crypto.randomUUID()]] }
  }
  await writeBackup(process.argv[1], records()).catch(({ message }) => console.log(message))`

test('a backup that fills the disk fails with a sentence and leaves no file', {
  skip: process.platform === 'win32' && 'only systems with ulimit',
}, async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'large.backup')
  const limited = 'trap "" XFSZ; ulimit -f 16; exec "$0" --input-type=module -e "$1" "$2"'
  const { stdout } = await promisify(execFile)('sh', ['-c', limited, process.execPath, ENDLESS, file])
  assert.match(
    stdout,
    /large\.backup cannot be written: EFBIG: .*\. Name a file in a folder .*, on a disk with room\.$/m,
  )
  assert.deepEqual(await readdir(folder.path), [])
})

test('a backup whose database is lost fails with that error, and not with one about the file', async () => {
  await using folder = await temporaryFolder()
  // As Node reports a write to a connection that the server has ended.
  const lost = Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' })
  async function* records() {
    yield { table: 'stores', rows: [] }
    throw lost
  }
  await assert.rejects(writeBackup(join(folder.path, 'lost.backup'), records()), lost)
  assert.deepEqual(await readdir(folder.path), [])
})

async function fingerprint(file: string) {
  let text = ''
  for await (const record of readBackup(file)) text += JSON.stringify(record)
  return text
}
