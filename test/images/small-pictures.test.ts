import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { RecentPictures } from '../../server/images/recent-pictures.ts'
import { aProduct, newSeller, startTestApp, type TestApp } from '../help/app.ts'
import { animation, base64, noise, plain } from '../help/pictures.ts'

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
    const original = await noise({ width: 1400, height: 700 }).png().toBuffer()
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

  test('is the original where that is lighter, or where it moves', async () => {
    const gif = await (await animation('gif')).toBuffer()
    const tiny = await plain({ width: 2, height: 2 }).webp({ quality: 1 }).toBuffer()
    for (const bytes of [gif, tiny]) {
      const path = await upload(bytes)
      const answer = await get(`/images/320/${path}`)
      assert.equal(answer.status, 307)
      assert.equal(answer.headers.get('location'), `/images/${path}`)
    }
  })

  test('comes in three widths, and not at all where there is no image', async () => {
    const path = await upload(await plain({ width: 60, height: 60 }).png().toBuffer())
    const nothing = path.replace(/\/.{64}/, `/${'0'.repeat(64)}`)
    for (const wrong of [
      `/images/321/${path}`,
      `/images/9999999/${path}`,
      `/images/320/${nothing}`,
      '/images/320/x/y',
    ]) {
      assert.equal((await get(wrong)).status, 404, wrong)
    }
  })
})

test('of the pictures made last only so many bytes are kept', () => {
  const recent = new RecentPictures(10)
  recent.put('a', Buffer.alloc(4))
  recent.put('b', Buffer.alloc(4))
  recent.get('a')
  recent.put('c', Buffer.alloc(4))
  recent.put('huge', Buffer.alloc(11))
  assert.deepEqual(
    ['a', 'b', 'c', 'huge'].filter((name) => recent.get(name)),
    ['a', 'c'],
  )
})
