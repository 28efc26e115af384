import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, open, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { DiskStore } from '../../server/images/disk-store.ts'
import { imageOf, imageStoreSuite } from './image-store.suite.ts'

async function openDisk() {
  const folder = await mkdtemp(join(tmpdir(), 'haat-images-'))
  return {
    folder,
    store: new DiskStore(join(folder, 'images')),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

imageStoreSuite('disk', openDisk)

const WHOLE = 'whole '.repeat(100_000)

for (const [damage, left] of [
  ['lost its end', WHOLE.slice(0, -4)],
  ['kept nothing but its length', '\0'.repeat(WHOLE.length)],
  ['another last byte', `${WHOLE.slice(0, -1)}!`],
] as const) {
  test(`a file that has ${damage} is repaired when its image is put again`, async () => {
    await using opened = await openDisk()
    const { path, bytes } = imageOf(WHOLE)
    await opened.store.put(path, bytes)
    await writeFile(join(opened.folder, 'images', path), left)
    await opened.store.put(path, bytes)
    assert.ok((await readFile(join(opened.folder, 'images', path), 'utf8')) === WHOLE)
  })
}

test('what is free is that of the disk, and nothing is known of a folder that is not there yet', async () => {
  await using opened = await openDisk()
  assert.equal(await opened.store.freeBytes(), Number.POSITIVE_INFINITY)
  const { path, bytes } = imageOf(WHOLE)
  await opened.store.put(path, bytes)
  const free = await opened.store.freeBytes()
  const { bsize, blocks } = await statfs(opened.folder)
  assert.ok(free > 0 && free < bsize * blocks, `${free}`)
})

test('an intact file stays the same file when its image is put again', async () => {
  await using opened = await openDisk()
  const { path, bytes } = imageOf(WHOLE)
  await opened.store.put(path, bytes)
  const { ino } = await stat(join(opened.folder, 'images', path))
  await opened.store.put(path, bytes)
  assert.equal((await stat(join(opened.folder, 'images', path))).ino, ino)
})

test('a file that another put has just named counts as stored only once its folder is synced', async (t) => {
  await using opened = await openDisk()
  const { path, bytes } = imageOf('twice')
  await opened.store.put(path, bytes)
  await using folder = await open(opened.folder)
  const { mock } = t.mock.method(Object.getPrototypeOf(folder), 'sync')
  await opened.store.put(path, bytes)
  assert.ok(mock.callCount() > 0)
})

test('the partial file of an interrupted put is listed and can be removed, foreign files are not listed', async () => {
  await using opened = await openDisk()
  const image = imageOf('whole')
  await opened.store.put(image.path, image.bytes)
  const partial = `${image.path}.${crypto.randomUUID()}.partial`
  await writeFile(join(opened.folder, 'images', partial), 'wh')
  await mkdir(join(opened.folder, 'images', 'lost+found'))
  await writeFile(join(opened.folder, 'images', 'lost+found', '#123'), 'not ours')
  const paths = (await Array.fromAsync(opened.store.list())).map(({ path }) => path)
  assert.deepEqual(paths.sort(), [image.path, partial].sort())
  await opened.store.remove(partial)
  assert.equal((await Array.fromAsync(opened.store.list())).length, 1)
})

const PUT = `
  import { DiskStore } from ${JSON.stringify(new URL('../../server/images/disk-store.ts', import.meta.url))}
  const [folder, path] = process.argv.slice(1)
  await new DiskStore(folder).put(path, Buffer.alloc(600_000)).catch((error) => console.log(error.code, error.path))`

test('a picture for which there is no room is refused with its path', {
  skip: process.platform === 'win32' && 'only systems with ulimit',
}, async () => {
  await using opened = await openDisk()
  const { path } = imageOf(WHOLE)
  const limited = 'trap "" XFSZ; ulimit -f 16; exec "$0" --input-type=module -e "$1" "$2" "$3"'
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    limited,
    process.execPath,
    PUT,
    opened.folder,
    path,
  ])
  assert.ok(stdout.startsWith(`EFBIG ${join(opened.folder, path)}.`), stdout)
})
