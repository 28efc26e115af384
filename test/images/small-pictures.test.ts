import assert from 'node:assert/strict'
import { hash, randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { aProduct, newSeller, startTestApp, type TestApp } from '../../harness/app/app.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { animation, base64, noise, plain } from '../../harness/shops/pictures.ts'
import { DiskStore } from '../../server/images/disk-store.ts'
import { RecentPictures } from '../../server/images/recent-pictures.ts'
import { SmallPictures } from '../../server/images/small-pictures.ts'

describe('an uploaded image in the size of a screen', () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp()
  })
  after(() => app[Symbol.asyncDispose]())

  async function upload(bytes: Buffer): Promise<string> {
    const seller = await newSeller(app)
    const fields = aProduct({ primary_image: base64(bytes) })
    const { body } = await seller.call('POST', '/api/products/create', fields)
    const product = await seller.call('GET', `/api/products/${body.product_id}`)
    return new URL(product.body.primary_image).pathname.replace('/images/', '')
  }
  const get = (path: string) => fetch(app.url + path, { redirect: 'manual' })

  test('is narrower, lighter and kept by browsers for ever', async () => {
    const original = await noise({ width: 1400, height: 100 }).png().toBuffer()
    const path = await upload(original)
    for (const width of [320, 640, 1280]) {
      const answer = await get(`/images/${width}/${path}`)
      assert.equal(answer.headers.get('content-type'), 'image/webp')
      assert.match(answer.headers.get('cache-control') ?? '', /immutable/)
      const bytes = Buffer.from(await answer.arrayBuffer())
      assert.equal((await sharp(bytes).metadata()).width, width)
      assert.ok(bytes.length < original.length)
    }
  })

  test('redirects to the original if that is smaller or animated', async () => {
    const gif = await (await animation('gif')).toBuffer()
    const tiny = await plain({ width: 2, height: 2 }).webp({ quality: 1 }).toBuffer()
    for (const bytes of [gif, tiny]) {
      const path = await upload(bytes)
      const answer = await get(`/images/320/${path}`)
      assert.equal(answer.status, 307)
      assert.equal(answer.headers.get('location'), `/images/${path}`)
      assert.match(answer.headers.get('cache-control') ?? '', /immutable/, 'this never changes')
    }
  })

  test('is a small opaque JPEG for messengers, whatever its format was', async () => {
    const path = await upload(await plain({ width: 900, height: 900 }).ensureAlpha(0).webp().toBuffer())
    const answer = await get(`/images/preview/${path}`)
    assert.equal(answer.headers.get('content-type'), 'image/jpeg')
    const mayBeShown = ({ headers }: Response) => headers.get('cross-origin-resource-policy')
    assert.equal(mayBeShown(answer), 'cross-origin')
    assert.equal(mayBeShown(await get(`/images/320/${path}`)), 'same-origin')
    const preview = sharp(Buffer.from(await answer.arrayBuffer()))
    const { format, width } = await preview.metadata()
    assert.deepEqual([format, width], ['jpeg', 640])
    assert.equal((await preview.stats()).channels[0]?.mean, 255, 'white')
  })

  test('comes in three widths, and answers 404 if there is no image', async () => {
    const path = await upload(await plain({ width: 60, height: 60 }).png().toBuffer())
    const nothing = path.replace(/\/.{64}/, `/${'0'.repeat(64)}`)
    for (const wrong of [
      `/images/321/${path}`,
      `/images/toString/${path}`,
      `/images/9999999/${path}`,
      `/images/320/${nothing}`,
      '/images/320/x/y',
    ]) {
      assert.equal((await get(wrong)).status, 404, wrong)
    }
  })
})

describe('many simultaneous requests', () => {
  /** Counts how often an original is read. */
  class CountingStore extends DiskStore {
    reads = 0
    override read(path: string) {
      this.reads++
      return super.read(path)
    }
  }

  async function storeOf(pictures: Buffer[]) {
    const folder = await temporaryFolder()
    const store = new CountingStore(folder.path)
    const paths = pictures.map((bytes) => `${randomUUID()}/${hash('sha256', bytes)}.png`)
    for (const [at, path] of paths.entries()) await store.put(path, pictures[at]!)
    return { store, paths, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] }
  }

  test('for the same picture read and resize it once, also if the original is served', async () => {
    const moving = await (await animation('gif')).toBuffer()
    await using opened = await storeOf([await noise({ width: 400, height: 20 }).png().toBuffer(), moving])
    for (const path of opened.paths) {
      opened.store.reads = 0
      const pictures = new SmallPictures(opened.store)
      const made = await Promise.all(Array.from({ length: 100 }, () => pictures.get(path, '320')))
      assert.equal(new Set([...made, await pictures.get(path, '320')]).size, 1)
      assert.equal(opened.store.reads, 1)
    }
  })

  test('for different pictures read and resize at most twenty, and get the originals for the others', async () => {
    const tiny = Array.from({ length: 25 }, (_, red) =>
      plain({ width: 40, height: 40 }, `rgb(${red}, 0, 0)`).png().toBuffer(),
    )
    await using opened = await storeOf(await Promise.all(tiny))
    const pictures = new SmallPictures(opened.store)
    const made = await Promise.all(opened.paths.map((path) => pictures.get(path, '320')))
    assert.equal(made.filter((picture) => picture === 'busy').length, 5)
    assert.equal(opened.store.reads, 20)
    assert.ok((await pictures.get(opened.paths.at(-1)!, '320')) !== 'busy', 'there is room again')
  })
})

test('a picture that cannot be resized is reported', async () => {
  await using folder = await temporaryFolder()
  const store = new DiskStore(folder.path)
  const path = `${randomUUID()}/${hash('sha256', 'broken')}.png`
  await store.put(path, Buffer.from('broken'))
  const told: string[] = []
  const pictures = new SmallPictures(store, (_error, of) => void told.push(of))
  assert.equal(await pictures.get(path, '320'), 'busy')
  assert.deepEqual(told, [path])
})

test('recently resized pictures are cached up to a number of bytes', () => {
  const recent = new RecentPictures(2000)
  recent.put('a', Buffer.alloc(100))
  recent.put('b', Buffer.alloc(100))
  recent.put('c', 'original')
  recent.get('a')
  recent.put('d', Buffer.alloc(100))
  recent.put('huge', Buffer.alloc(2000))
  assert.deepEqual(
    ['a', 'b', 'c', 'd', 'huge'].filter((name) => recent.get(name)),
    ['a', 'c', 'd'],
  )
})

test('a cached picture expires after an hour, however often it is requested, as it may have been swept', () => {
  let now = 0
  const recent = new RecentPictures(2000, () => now)
  recent.put('one', Buffer.alloc(1000))
  now = 59 * 60_000
  assert.ok(recent.get('one'))
  now = 60 * 60_000
  assert.equal(recent.get('one'), undefined)
  recent.put('two', Buffer.alloc(1400))
  assert.ok(recent.get('two'), 'there is room for another')
})
