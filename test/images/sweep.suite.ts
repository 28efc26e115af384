import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { placeTestOrder } from '../../server/actions/place-test-order.ts'
import { storeUploads } from '../../server/actions/product-images.ts'
import { sweepUnknownFiles, sweepUnusedImages } from '../../server/actions/sweep-images.ts'
import { checkImage } from '../../server/images/check-image.ts'
import { CheckedUpload } from '../../server/rules/image-fields.ts'
import { holdImages } from '../../server/storage/images.ts'
import { aProduct, newSeller, startTestApp } from '../help/app.ts'
import { movableClock } from '../help/clock.ts'
import { base64, noise } from '../help/pictures.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const picture = await noise({ width: 32, height: 24 }).png().toBuffer()

type Database = { url?: string } & AsyncDisposable

/** What a sweep takes, and what it must leave, on every engine. */
export function sweepSuite(name: string, open: () => Promise<Database>, skip: string | false = false) {
  describe(`a sweep of images on ${name}`, { skip }, () => {
    async function start() {
      const clock = movableClock(Date.now())
      const database = await open()
      const app = await startTestApp(database.url ? { DATABASE_URL: database.url } : {}, { now: clock.now })
      const seller = await newSeller(app)
      const { call } = seller
      return {
        ...seller,
        clock,
        world: app.world,
        sweepAfter(ms: number) {
          clock.advance(ms)
          return sweepUnusedImages(app.world)
        },
        async create(fields: object): Promise<string> {
          return (await call('POST', '/api/products/create', aProduct(fields))).body.product_id
        },
        async files() {
          return (await Array.fromAsync(app.world.images.list())).length
        },
        async [Symbol.asyncDispose]() {
          await app[Symbol.asyncDispose]()
          await database[Symbol.asyncDispose]()
        },
      }
    }

    test('leaves what a product shows and takes what nothing shows any more', async () => {
      await using shop = await start()
      const kept = await shop.create({ primary_image: base64(picture) })
      const gone = await shop.create({
        images: [base64(await noise({ width: 8, height: 8 }).png().toBuffer())],
      })
      await shop.call('DELETE', `/api/products/${gone}`)
      assert.equal(await shop.sweepAfter(HOUR_MS + 1), 1)
      assert.equal(await shop.files(), 1)
      await shop.call('PUT', `/api/products/${kept}/edit`, { primary_image: null })
      assert.equal(await shop.sweepAfter(HOUR_MS - 1), 0)
      assert.equal(await shop.sweepAfter(2), 1)
      assert.equal(await shop.files(), 0)
    })

    test('leaves an upload an hour to become part of something', async () => {
      await using shop = await start()
      await storeUploads(shop.world, shop.store_id, [await upload()])
      assert.equal(await shop.sweepAfter(HOUR_MS - 1), 0)
      assert.equal(await shop.sweepAfter(2), 1)
      assert.equal(await shop.files(), 0)
    })

    test('leaves what an order shows after its product is gone', async () => {
      await using shop = await start()
      const product = await shop.create({ primary_image: base64(picture) })
      const { order_id } = await placeTestOrder(shop.world, {
        storeId: shop.store_id,
        productId: product,
        given: {},
      })
      await shop.call('PUT', `/api/orders/${order_id}/status`, { status: 'cancelled' })
      await shop.call('DELETE', `/api/products/${product}`)
      assert.equal(await shop.sweepAfter(30 * DAY_MS), 0)
      assert.equal(await shop.files(), 1)
    })

    test('gives every file that no row knows a row, and then takes it', async () => {
      await using shop = await start()
      const { hash, bytes } = await upload()
      const path = (store: string) => `${store}/${hash}.png`
      await shop.world.images.put(path(shop.store_id), bytes, 'image/png')
      await shop.world.images.put(path('11111111-1111-4111-8111-111111111111'), bytes, 'image/png')
      await sweepUnknownFiles(shop.world)
      assert.equal(await shop.sweepAfter(0), 0)
      assert.equal(await shop.files(), 2, 'both are young')
      shop.clock.advance(2 * HOUR_MS)
      await sweepUnknownFiles(shop.world)
      assert.equal(await shop.files(), 1, 'nobody can upload to a store that is not there')
      assert.equal(await shop.sweepAfter(0), 1)
      assert.equal(await shop.files(), 0)
    })

    test('does not take a file from an upload of the same image', async () => {
      await using shop = await start()
      const image = await upload()
      await storeUploads(shop.world, shop.store_id, [image])
      for (let round = 0; round < 20; round += 1) {
        shop.clock.advance(2 * HOUR_MS)
        await Promise.all([
          sweepUnusedImages(shop.world),
          pause(round % 4).then(() => storeUploads(shop.world, shop.store_id, [image])),
        ])
        assert.equal(await shop.files(), 1)
      }
    })

    test('does not take an image that a transaction has found and not yet used', async () => {
      await using shop = await start()
      const image = await upload()
      await storeUploads(shop.world, shop.store_id, [image])
      shop.clock.advance(2 * HOUR_MS)
      const product = shop.create({
        primary_image: `${shop.world.publicUrl}/images/${shop.store_id}/${image.hash}.png`,
      })
      const [id, removed] = await Promise.all([product, sweepUnusedImages(shop.world)])
      assert.ok(id)
      const held = await shop.world.db.transaction((tx) => holdImages(tx, shop.store_id, [image.hash]))
      assert.equal(held.size, 1 - removed)
      assert.equal(await shop.files(), 1 - removed)
    })
  })
}

async function upload() {
  const checked = await checkImage(picture, 'a store')
  assert.ok('image' in checked)
  return new CheckedUpload(checked.image)
}
