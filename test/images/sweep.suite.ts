import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { haatIn } from '../../harness/app/haat.ts'
import { until } from '../../harness/app/until.ts'
import { S3_BUCKET, startS3 } from '../../harness/servers/s3-server.ts'
import { startSlowProxy } from '../../harness/servers/slow-proxy.ts'
import { base64, noise, plain } from '../../harness/shops/pictures.ts'
import { aCustomer } from '../../harness/shops/shop.ts'
import { markImages } from '../../server/actions/images/image-mark.ts'
import { keepImages, storeUploads } from '../../server/actions/images/keep-images.ts'
import { ownImages } from '../../server/actions/images/own-images.ts'
import { sweepUnknownFiles, sweepUnusedImages } from '../../server/actions/images/sweep-images.ts'
import { imageFilesBroken } from '../../server/actions/images/verify-images.ts'
import { placeTestOrder } from '../../server/actions/orders/place-test-order.ts'
import { startCheckout } from '../../server/actions/orders/start-checkout.ts'
import { type Asking, imageAt, MARK } from '../../server/images/image-store.ts'
import { REMOVED_WITHIN_MS } from '../../server/rules/images/going-images.ts'
import { DAY_MS, HOUR_MS } from '../../server/rules/values/durations.ts'
import {
  becomeInstallation,
  findInstallation,
  forgetInstallation,
} from '../../server/storage/database/installation.ts'
import type { Queries } from '../../server/storage/engine.ts'
import { insertImageUses, shareImages, touchImages } from '../../server/storage/images/images.ts'
import { claimUnusedImage, listUnusedImages } from '../../server/storage/images/unused-images.ts'
import { knownImages } from '../../server/storage/images/used-images.ts'
import { startImageSweeper } from '../../server/workers/image-sweeper.ts'
import { type Database, openShop, picture, stickingStore, upload } from '../help/swept-shop.ts'

const SMALL = { width: 8, height: 8 }

/** What a sweep removes, and what it must leave, on every engine. */
export function sweepSuite(name: string, open: () => Promise<Database>, skip: string | false = false) {
  describe(`a sweep of images on ${name}`, { skip }, () => {
    const start = (settings: Record<string, string> = {}) => openShop(open, settings)

    test('leaves images that a product shows and removes those no longer used', async () => {
      await using shop = await start()
      const kept = await shop.create({ primary_image: base64(picture) })
      const gone = await shop.create({
        images: [base64(await noise(SMALL).png().toBuffer())],
      })
      await shop.call('DELETE', `/api/products/${gone}`)
      assert.equal(await shop.sweepAfter(HOUR_MS + 1), 1)
      assert.equal(await shop.files(), 1)
      await shop.call('PUT', `/api/products/${kept}/edit`, { primary_image: null })
      assert.equal(await shop.sweepAfter(HOUR_MS - 1), 0)
      assert.equal(await shop.sweepAfter(2), 1)
      assert.equal(await shop.files(), 0)
    })

    test('leaves all that an edited product shows, sent with the edit or before it', async () => {
      await using shop = await start()
      const product = await shop.create({ primary_image: base64(picture) })
      const images = [base64(await noise(SMALL).png().toBuffer())]
      assert.equal((await shop.call('PUT', `/api/products/${product}/edit`, { images })).status, 200)
      assert.equal(await shop.sweepAfter(HOUR_MS + 1), 0)
      assert.equal(await shop.files(), 2)
    })

    test('leaves an unused upload for an hour, and one in a checkout for a week after that expired', async () => {
      await using shop = await start()
      const { world, store_id: storeId } = shop
      const image = await upload()
      await storeUploads(world, storeId, [image])
      assert.equal(await shop.sweepAfter(HOUR_MS - 1), 0)
      assert.equal(await shop.sweepAfter(2), 1)
      assert.equal(await shop.files(), 0)

      const productId = await shop.create({ custom_questions: [{ question: 'Your picture', type: 'image' }] })
      await storeUploads(world, storeId, [image])
      const input = aCustomer({ answers: [`/images/${storeId}/${image.hash}.${image.extension}`] })
      assert.ok('checkout' in (await startCheckout(world, { storeId, productId, input })))
      assert.equal(await shop.sweepAfter(7 * DAY_MS + HOUR_MS / 4), 0)
      assert.equal(await shop.sweepAfter(1), 1)
    })

    test('leaves images that an order shows after its product is deleted', async () => {
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

    test('adds a row for every file without one, and then removes it', async () => {
      await using shop = await start()
      await markImages(shop.world)
      const { hash, bytes } = await upload()
      const path = (store: string) => `${store}/${hash}.png`
      await shop.world.images.put(path(shop.store_id), bytes, 'image/png')
      await shop.world.images.put(path('11111111-1111-4111-8111-111111111111'), bytes, 'image/png')
      await sweepUnknownFiles(shop.world)
      assert.equal(await shop.sweepAfter(0), 0)
      assert.equal(await shop.files(), 2, 'both are young')
      shop.clock.advance(2 * HOUR_MS)
      await sweepUnknownFiles(shop.world)
      assert.equal(await shop.files(), 1, 'no upload to a deleted store is possible')
      assert.equal(await shop.sweepAfter(0), 1)
      assert.equal(await shop.files(), 0)

      await shop.world.images.put(path(shop.store_id), bytes, 'image/png')
      await sweepUnknownFiles(shop.world)
      await shop.create({ primary_image: base64(picture) })
      const { count, first } = await imageFilesBroken(shop.world, true)
      assert.equal(count, 0, JSON.stringify(first))
    })

    test('yields to other work, however many images it leaves', async () => {
      await using shop = await start({ HAAT_ROLE: 'web' })
      const { db, now } = shop.world
      const image = { store_id: shop.store_id, extension: 'png', bytes: 1 }
      for (let page = 0; page < 3; page++) {
        const hashes = Array.from({ length: 500 }, (_, i) => hash('sha256', `${page} ${i}`))
        await touchImages(
          db,
          hashes.map((each) => ({ ...image, hash: each })),
          now(),
        )
      }
      let turns = 0
      let others: NodeJS.Immediate
      const takeTurn = () => {
        turns++
        others = setImmediate(takeTurn)
      }
      others = setImmediate(takeTurn)
      const unused = { touchedBefore: now(), endedBefore: now() }
      assert.deepEqual(await Array.fromAsync(listUnusedImages(db, unused)), [])
      clearImmediate(others)
      assert.ok(turns >= 3, `${turns} turns`)
    })

    test('removes images listed after ones that cannot be removed', async () => {
      await using shop = await start()
      const { images, db } = shop.world
      for (const color of ['#ff0000', '#00ff00', '#0000ff', '#ffffff'])
        await storeUploads(shop.world, shop.store_id, [
          await upload(await plain(SMALL, color).png().toBuffer()),
        ])
      const gone = '11111111-1111-4111-8111-111111111111'
      for (const text of ['one', 'two', 'three'])
        await images.put(`${gone}/${hash('sha256', text)}.png`, Buffer.from(text), 'image/png')
      const paths = (await Array.fromAsync(images.list())).map(({ path }) => path).sort()
      const firstOf = (store: string) => paths.find((path) => path.startsWith(store))!
      const stuck = [firstOf(shop.store_id), firstOf(gone)]
      const told: unknown[] = []
      const world = {
        ...shop.world,
        log: pino({}, { write: (line) => void told.push(JSON.parse(line).path) }),
        images: stickingStore(images, stuck),
      }

      shop.clock.advance(2 * HOUR_MS)
      assert.equal(await sweepUnknownFiles(world), 2)
      assert.equal(await sweepUnusedImages(world), 3)
      assert.deepEqual(told, stuck.toReversed())
      assert.equal(await shop.files(), 2)
      shop.clock.advance(HOUR_MS)
      assert.equal(await sweepUnknownFiles(shop.world), 1)
      assert.equal(await sweepUnusedImages(shop.world), 1)
      assert.equal(await shop.files(), 0)
      assert.deepEqual(
        await knownImages(
          db,
          stuck.map((path) => imageAt(path)!),
        ),
        new Set(),
      )
    })

    test('reads no further file or row once it is told to stop', async () => {
      await using shop = await start()
      const { world, clock, store_id } = shop
      await markImages(world)
      for (const text of ['one', 'two', 'three'])
        await world.images.put(`${store_id}/${hash('sha256', text)}.png`, Buffer.from(text), 'image/png')
      clock.advance(2 * HOUR_MS)
      const stopping = new AbortController()
      let listed = 0
      async function* list() {
        for await (const file of world.images.list()) {
          listed += 1
          stopping.abort()
          yield file
        }
      }
      const images = { ...stickingStore(world.images, []), list }
      assert.equal(await sweepUnknownFiles({ ...world, images }, stopping.signal), 0)
      assert.equal(listed, 1)

      let asked = 0
      const rows: Queries['rows'] = (...query) => {
        asked += 1
        return world.db.rows(...query)
      }
      const db = { dialect: world.db.dialect, rows, first: rows, write: async () => {} }
      const unused = { touchedBefore: clock.now(), endedBefore: clock.now() }
      assert.deepEqual(await Array.fromAsync(listUnusedImages(db, unused, stopping.signal)), [])
      assert.equal(asked, 0)
    })

    test('does not wait for a silent store once it is told to stop', { timeout: 30_000 }, async () => {
      await using shop = await start()
      const { world } = shop
      const product = await shop.create({ primary_image: base64(picture) })
      await shop.call('DELETE', `/api/products/${product}`)
      shop.clock.advance(2 * HOUR_MS)
      for (const sweep of [sweepUnusedImages, sweepUnknownFiles]) {
        const stopping = new AbortController()
        const silence = () => {
          stopping.abort()
          return new Promise<never>(() => {})
        }
        const list = async function* (_storeId?: string, asking: Asking = (question) => question()) {
          yield await asking(silence)
        }
        const images = { ...stickingStore(world.images, []), remove: silence, list }
        const swept = await sweep({ ...world, images }, stopping.signal).catch((error: Error) => error.name)
        assert.equal(swept, sweep === sweepUnusedImages ? 0 : 'AbortError')
      }
    })

    test("removes none of another installation's files until they are adopted", async () => {
      await using shop = await start()
      const { db, images } = shop.world
      const haat = haatIn(shop.app)
      await shop.create({ primary_image: base64(picture) })
      const ours = (await findInstallation(db))?.id
      assert.equal(await images.readMark(), ours)
      await images.put(`${shop.store_id}/${hash('sha256', 'stray')}.png`, Buffer.from('stray'), 'image/png')
      shop.clock.advance(2 * HOUR_MS)
      const swept = async () => [await sweepUnknownFiles(shop.world), await sweepUnusedImages(shop.world)]

      await forgetInstallation(db)
      assert.deepEqual(await swept(), [undefined, undefined], 'a mark, and an installation without any')
      await becomeInstallation(db, { id: 'another', isMarking: false })
      assert.deepEqual(await swept(), [undefined, undefined], 'a mark, and another installation')
      const mark = join(shop.app.folder, 'images', MARK)
      await rm(mark)
      assert.deepEqual(await swept(), [undefined, undefined], 'no mark, and an installation that had one')
      assert.equal(await shop.files(), 2)
      const counted = { whose: 'anothers', known: 1, unknown: 1 }
      assert.deepEqual(await haat('images', 'own'), { ...counted, owned: false })
      assert.equal(await images.readMark(), undefined)
      assert.deepEqual(await haat('images', 'own', '--yes'), { ...counted, owned: true })
      assert.deepEqual(await swept(), [0, 1])

      await Promise.all([rm(mark), forgetInstallation(db)])
      assert.deepEqual(await swept(), [0, 0], 'an installation that is older than marks')
      assert.equal(await images.readMark(), (await findInstallation(db))?.id)
      await Promise.all([rm(mark), forgetInstallation(db)])
      await using fresh = await start()
      const elsewhere = { ...fresh.world, images }
      assert.equal(await sweepUnusedImages(elsewhere), undefined, 'an empty database')
      await assert.rejects(ownImages(elsewhere, { confirmed: true }), {
        message:
          'This database knows none of the 1 pictures there, and nothing was changed. Check that DATABASE_URL, DATA_DIR and IMAGE_STORE name what belongs together.',
      })
      assert.equal(await shop.files(), 1)
    })

    test('does not remove the file of a simultaneous upload of the same image', async () => {
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

    test('blocks nothing while the removal of a file is slow, nor removes an upload made meanwhile', async () => {
      await using s3 = await startS3()
      await using proxy = await startSlowProxy(s3.endpoint)
      await using shop = await start({
        ...s3.settings,
        IMAGE_STORE: `s3://${S3_BUCKET}?endpoint=${proxy.url}`,
      })
      const image = await upload()
      const isThere = async () =>
        (await shop.world.db.transaction((tx) => shareImages(tx, shop.store_id, [image.hash]))).size === 1
      await storeUploads(shop.world, shop.store_id, [image])
      assert.equal(await isThere(), true)

      proxy.hang('DELETE')
      const sweep = shop.sweepAfter(2 * HOUR_MS)
      await until(async () => !(await isThere()))
      assert.ok(await shop.create({}))
      assert.equal(await sweepUnusedImages(shop.world), 0, 'another has begun')
      const again = storeUploads(shop.world, shop.store_id, [image])
      await pause(20)
      proxy.resume()
      await Promise.all([sweep, again])
      assert.equal(await shop.files(), 1)
      assert.equal(await isThere(), true)

      shop.clock.advance(2 * HOUR_MS)
      const at = shop.clock.now()
      const endsHalfway = { now: at, until: at + 1, touchedBefore: at, endedBefore: at }
      await shop.world.db.transaction((tx) =>
        claimUnusedImage(tx, { store_id: shop.store_id, hash: image.hash }, endsHalfway),
      )
      assert.equal(await isThere(), false, 'the presence of the file is unknown')
      shop.clock.advance(1)
      await storeUploads(shop.world, shop.store_id, [image])
      assert.equal(await isThere(), true)
    })

    test('a clock that was ahead prevents neither a new upload of an image nor its removal', async () => {
      await using shop = await start()
      const { world, clock, store_id } = shop
      const image = await upload()
      const row = { store_id, hash: image.hash, extension: image.extension, bytes: image.bytes.byteLength }
      const isClaimed = async (ahead: number) => {
        clock.advance(2 * HOUR_MS)
        const [now, at] = [clock.now(), clock.now() + ahead]
        const how = { now: at, until: at + REMOVED_WITHIN_MS, touchedBefore: now, endedBefore: now }
        return world.db.transaction((tx) => claimUnusedImage(tx, row, how))
      }
      await storeUploads(world, store_id, [image])
      assert.equal(await isClaimed(0), true)
      assert.equal(await touchImages(world.db, [row], clock.now()), false)
      assert.equal(await isClaimed(HOUR_MS), true)
      assert.equal(await touchImages(world.db, [row], clock.now()), true)
      assert.equal(await isClaimed(HOUR_MS), true)
      assert.equal(await sweepUnusedImages(world), 1)
    })

    for (const kind of ['album', 'window']) {
      test(`images used by an owner of a kind that only another version knows stay: ${kind}`, async () => {
        await using shop = await start()
        const image = await upload()
        await storeUploads(shop.world, shop.store_id, [image])
        const owner = { kind: kind as 'store', id: '11111111-1111-4111-8111-111111111111' }
        await insertImageUses(shop.world.db, shop.store_id, owner, [image.hash])
        assert.equal(await shop.sweepAfter(2 * HOUR_MS), 0)
      })
    }

    test('an upload that was swept before it was used cannot be used', async () => {
      await using shop = await start()
      const image = await upload()
      await storeUploads(shop.world, shop.store_id, [image])
      assert.equal(await shop.sweepAfter(2 * HOUR_MS), 1)
      const use = shop.world.db.transaction((tx) => keepImages(tx, shop.world, shop.store_id, [image]))
      await assert.rejects(use, /swept before it was used/)
    })

    test('the worker removes unused images and unknown files, but nothing while its clock may be wrong', async () => {
      await using shop = await start({ HAAT_ROLE: 'web' })
      const { world, clock, store_id, files } = shop
      await markImages(world)
      const image = await upload()
      await storeUploads(world, store_id, [image])
      await world.images.put(`11111111-1111-4111-8111-111111111111/${image.hash}.png`, picture, 'image/png')
      clock.advance(2 * HOUR_MS)
      {
        await using doubtful = startImageSweeper({ ...world, clockMayBeWrong: true })
        await pause(20)
        doubtful.wake()
        await pause(20)
      }
      assert.equal(await files(), 2)
      await using sweeper = startImageSweeper(world)
      await until(async () => {
        sweeper.wake()
        return (await files()) === 0
      })
    })

    test('does not remove an image that a transaction has found but not yet used', async () => {
      await using shop = await start()
      const image = await upload()
      await storeUploads(shop.world, shop.store_id, [image])
      shop.clock.advance(2 * HOUR_MS)
      const product = shop.create({
        primary_image: `${shop.world.publicUrl}/images/${shop.store_id}/${image.hash}.png`,
      })
      const [id, removed = 0] = await Promise.all([product, sweepUnusedImages(shop.world)])
      assert.equal(id === undefined, removed === 1, 'a use after the sweep learns that the image is gone')
      const held = await shop.world.db.transaction((tx) => shareImages(tx, shop.store_id, [image.hash]))
      assert.equal(held.size, 1 - removed)
      assert.equal(await shop.files(), 1 - removed)
    })
  })
}
