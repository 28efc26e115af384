import assert from 'node:assert/strict'
import { aProduct, newSeller, startTestApp } from '../../harness/app/app.ts'
import { movableClock } from '../../harness/app/clock.ts'
import { noise } from '../../harness/shops/pictures.ts'
import { sweepUnusedImages } from '../../server/actions/images/sweep-images.ts'
import { checkImage } from '../../server/images/check-image.ts'
import type { ImageStore } from '../../server/images/image-store.ts'
import { CheckedUpload } from '../../server/rules/images/image-fields.ts'

export const picture = await noise({ width: 32, height: 24 }).png().toBuffer()

export type Database = { url?: string } & AsyncDisposable

/** A shop on its own database, whose pictures the test can sweep at any time. */
export async function openShop(open: () => Promise<Database>, settings: Record<string, string>) {
  const clock = movableClock(Date.now())
  const database = await open()
  const place = database.url ? { DATABASE_URL: database.url } : {}
  const app = await startTestApp({ ...place, ...settings }, { now: clock.now })
  const seller = await newSeller(app)
  const { call } = seller
  return {
    ...seller,
    clock,
    app,
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

/** An image store in which some files cannot be removed, like files of another user or locked objects. */
export const stickingStore = (images: ImageStore, stuck: string[]): ImageStore => ({
  put: (...image) => images.put(...image),
  read: (path) => images.read(path),
  has: (path) => images.has(path),
  list: (storeId) => images.list(storeId),
  freeBytes: () => images.freeBytes(),
  readMark: () => images.readMark(),
  writeMark: (id) => images.writeMark(id),
  claimMark: (id) => images.claimMark(id),
  async remove(path) {
    if (stuck.includes(path)) throw new Error('Permission denied')
    await images.remove(path)
  },
})

export async function upload(bytes: Uint8Array = picture) {
  const checked = await checkImage(bytes, 'a store')
  assert.ok('image' in checked)
  return new CheckedUpload(checked.image)
}
