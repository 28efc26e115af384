import assert from 'node:assert/strict'
import { hash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import type { ImageStore } from '../../server/images/image-store.ts'

type Opened = { store: ImageStore } & AsyncDisposable

export function imageOf(text: string) {
  const bytes = Buffer.from(text)
  return { bytes, path: `${randomUUID()}/${hash('sha256', bytes)}.png` }
}

/** The tests that every image store must pass. */
export function imageStoreSuite(name: string, open: () => Promise<Opened>) {
  const put = (store: ImageStore, { path, bytes }: { path: string; bytes: Uint8Array }) =>
    store.put(path, bytes, 'image/png')

  async function contentOf(store: ImageStore, path: string) {
    const file = await store.read(path)
    return file && { bytes: file.bytes, content: (await buffer(file.stream)).toString() }
  }

  describe(`images on ${name}`, () => {
    test('gives back what was put', async () => {
      await using opened = await open()
      const image = imageOf('a picture')
      await put(opened.store, image)
      assert.deepEqual(await contentOf(opened.store, image.path), { bytes: 9, content: 'a picture' })
      assert.equal(await opened.store.has(image.path), true)
    })

    test('accepts bytes in shared memory', async () => {
      await using opened = await open()
      const { path, bytes } = imageOf('shared')
      const shared = new Uint8Array(new SharedArrayBuffer(100), 7, bytes.length)
      shared.set(bytes)
      await put(opened.store, { path, bytes: shared })
      shared.fill(0)
      assert.equal((await contentOf(opened.store, path))?.content, 'shared')
    })

    test('finds no image that was not put', async () => {
      await using opened = await open()
      assert.equal(await opened.store.read(imageOf('never').path), undefined)
      assert.equal(await opened.store.has(imageOf('never').path), false)
      assert.deepEqual(await Array.fromAsync(opened.store.list()), [])
    })

    test('accepts the same image twice, also at the same moment', async () => {
      await using opened = await open()
      const image = imageOf('twice')
      await Promise.all([put(opened.store, image), put(opened.store, image)])
      await put(opened.store, image)
      assert.equal((await contentOf(opened.store, image.path))?.content, 'twice')
      assert.equal((await Array.fromAsync(opened.store.list())).length, 1)
    })

    test('no longer has a removed image, and removing it twice is no error', async () => {
      await using opened = await open()
      const image = imageOf('gone')
      await put(opened.store, image)
      await opened.store.remove(image.path)
      await opened.store.remove(image.path)
      assert.equal(await opened.store.read(image.path), undefined)
    })

    test('lists every image with the time it was put', async () => {
      await using opened = await open()
      const images = ['one', 'two', 'three'].map(imageOf)
      for (const image of images) await put(opened.store, image)
      const listed = await Array.fromAsync(opened.store.list())
      assert.deepEqual(listed.map(({ path }) => path).sort(), images.map(({ path }) => path).sort())
      for (const { modifiedAt } of listed) assert.ok(Math.abs(Date.now() - modifiedAt) < 60_000)
      const [, two] = images
      const ofOneStore = await Array.fromAsync(opened.store.list(two!.path.slice(0, 36)))
      assert.deepEqual(
        ofOneStore.map(({ path, bytes }) => ({ path, bytes })),
        [{ path: two!.path, bytes: 3 }],
      )
    })

    test('keeps the mark that was written last, and does not list it', async () => {
      await using opened = await open()
      assert.equal(await opened.store.readMark(), undefined)
      for (const id of ['one', 'another']) {
        await opened.store.writeMark(id)
        assert.equal(await opened.store.readMark(), id)
      }
      assert.deepEqual(await Array.fromAsync(opened.store.list()), [])
    })

    test('keeps the mark of the first to claim it', async () => {
      await using opened = await open()
      const ids = ['one', 'two', 'three', 'four']
      await Promise.all(ids.map((id) => opened.store.claimMark(id)))
      const mark = await opened.store.readMark()
      assert.ok(ids.includes(mark ?? ''))
      await opened.store.claimMark('too late')
      assert.equal(await opened.store.readMark(), mark)
      assert.deepEqual(await Array.fromAsync(opened.store.list()), [])
    })

    const { path } = imageOf('x')
    const foreign = [
      '../../etc/passwd',
      `../${path}`,
      `${path}/../../x`,
      `${path}\0.png`,
      `${path}\n`,
      path.replace('/', '/../'),
      path.replace('.png', '.svg'),
      path.toUpperCase(),
      `/${path}`,
      '',
    ]
    for (const path of foreign) {
      test(`refuses to touch ${JSON.stringify(path)}`, async () => {
        await using opened = await open()
        for (const attempt of [
          () => put(opened.store, { path, bytes: Buffer.from('x') }),
          () => opened.store.read(path),
          () => opened.store.remove(path),
        ]) {
          await assert.rejects(async () => attempt(), /is no path of an image/)
        }
      })
    }
  })
}
