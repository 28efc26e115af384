import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
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

for (const [damage, left] of [
  ['lost its end', 'wh'],
  ['kept nothing but its length', '\0\0\0\0\0'],
] as const) {
  test(`a file that has ${damage} is whole again when its image is put once more`, async () => {
    await using opened = await openDisk()
    const { path, bytes } = imageOf('whole')
    await opened.store.put(path, bytes)
    await writeFile(join(opened.folder, 'images', path), left)
    await opened.store.put(path, bytes)
    assert.equal(await readFile(join(opened.folder, 'images', path), 'utf8'), 'whole')
  })
}

test('a put that was interrupted shows in the list and can be removed, and what is not ours does not', async () => {
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
