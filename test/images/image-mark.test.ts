import assert from 'node:assert/strict'
import { hash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { newSeller } from '../../harness/app/app.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { S3_BUCKET, S3_CREDENTIALS, startS3 } from '../../harness/servers/s3-server.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { markBeforeUploads, mayRemoveImages, whoseImages } from '../../server/actions/images/image-mark.ts'
import { storeUploads } from '../../server/actions/images/keep-images.ts'
import { sweepUnknownFiles, sweepUnusedImages } from '../../server/actions/images/sweep-images.ts'
import { imageFilesUnknown } from '../../server/actions/images/verify-images.ts'
import { DiskStore } from '../../server/images/disk-store.ts'
import type { ImageStore } from '../../server/images/image-store.ts'
import { PROBE } from '../../server/images/probe.ts'
import { S3Store } from '../../server/images/s3-store.ts'
import { makeLog } from '../../server/log.ts'
import { CheckedUpload } from '../../server/rules/images/image-fields.ts'
import { DAY_MS, HOUR_MS } from '../../server/rules/values/durations.ts'
import {
  beginInstallation,
  findInstallation,
  forgetInstallation,
} from '../../server/storage/database/installation.ts'
import { migrate } from '../../server/storage/migrate.ts'
import { SqliteEngine } from '../../server/storage/sqlite/engine.ts'

onEachEngine((running) => {
  let storeId: string
  before(async () => {
    storeId = (await newSeller(running.app)).store_id
  })

  /** A world with this image store, two hours later than everything else in these tests. */
  const worldWith = (images: ImageStore) => ({
    ...running.app.world,
    images,
    now: () => Date.now() + 2 * HOUR_MS,
  })
  const swept = async (images: ImageStore) => {
    const world = worldWith(images)
    return [await sweepUnknownFiles(world), await sweepUnusedImages(world)]
  }
  const upload = (images: ImageStore, name: string) =>
    storeUploads({ ...worldWith(images), now: Date.now }, storeId, [pictureOf(name)])
  const putIn = (images: ImageStore, store: string, name: string) => {
    const { hash, bytes, type } = pictureOf(name)
    return images.put(`${store}/${hash}.png`, bytes, type)
  }

  for (const [kind, open] of Object.entries({ disk: openFolder, S3: openBucket }))
    test(`a database that uploads beside another’s pictures, on ${kind}, removes none of those`, async () => {
      const { db } = running.app.world
      await using place = await open()
      const { images } = place
      await forgetInstallation(db)
      for (const name of ['one', 'two', 'three'])
        await putIn(images, '11111111-1111-4111-8111-111111111111', name)
      assert.deepEqual(await swept(images), [undefined, undefined])
      await upload(images, 'of the trial')
      assert.deepEqual(await swept(images), [undefined, undefined])
      assert.equal((await Array.fromAsync(images.list())).length, 4)
      assert.equal(await images.readMark(), undefined)
      for (const { path } of await Array.fromAsync(images.list()))
        if (path.startsWith('1111')) await images.remove(path)
      assert.equal(await whoseImages(worldWith(images)), 'anothers', 'its own are no proof')
    })

  test('a mark that could not be written is written by the next upload or sweep', async () => {
    const { db } = running.app.world
    await using place = await openFolder()
    const { images } = place
    await forgetInstallation(db)
    await assert.rejects(upload(fullAt(images), 'a first one'), { message: 'No space left' })
    assert.equal(await whoseImages(worldWith(images)), 'nobodys')
    await upload(images, 'a first one')
    assert.equal(await images.readMark(), (await findInstallation(db))?.id)

    await using older = await openFolder()
    await forgetInstallation(db)
    await putIn(older.images, storeId, 'a first one')
    await assert.rejects(swept(fullAt(older.images)), { message: 'No space left' })
    assert.equal(await whoseImages(worldWith(older.images)), 'unmarked')
    assert.equal((await swept(older.images))[0], 0)
    assert.equal(await older.images.readMark(), (await findInstallation(db))?.id)
  })

  test('an installation that stopped right after writing the mark is still the owner', async () => {
    const { db, newId } = running.app.world
    await using place = await openFolder()
    await forgetInstallation(db)
    await place.images.writeMark(await beginInstallation(db, newId()))
    await putIn(place.images, '11111111-1111-4111-8111-111111111111', 'a stray')
    assert.deepEqual(await swept(place.images), [1, 0])
  })

  test('a sweep removes nothing if another installation marks the place during its look', async () => {
    const { db } = running.app.world
    await using first = await openFolder()
    await upload(first.images, 'of both')
    await using place = await openFolder()
    await putIn(place.images, storeId, 'of both')
    await forgetInstallation(db)
    const outrun = like(place.images, {
      async readMark() {
        const mark = await place.images.readMark()
        if (mark === undefined) await place.images.writeMark(randomUUID())
        return mark
      },
    })
    assert.equal(await mayRemoveImages(worldWith(outrun)), false)
    assert.equal(await whoseImages(worldWith(place.images)), 'anothers')
  })
})

test("the doctor's probe in an empty store counts as nobody's picture", async () => {
  await using place = await openFolder()
  await using folder = await temporaryFolder()
  await using world = await newWorld(join(folder.path, 'haat.db'), place.images)
  await place.images.put(PROBE.path, PROBE.bytes)
  assert.equal(await whoseImages(world), 'nobodys')
  await markBeforeUploads(world)
  assert.equal(await whoseImages(world), 'ours')
  assert.equal((await imageFilesUnknown(world, Date.now() + DAY_MS)).count, 0)
})

test('a stop aborts the ownership check, and no file may be removed', async () => {
  await using place = await openFolder()
  await using folder = await temporaryFolder()
  const stopping = new AbortController()
  let listed = 0
  const images = like(place.images, {
    async *list() {
      for (; listed < 3; listed++) {
        stopping.abort()
        yield { path: `${randomUUID()}/${hash('sha256', `${listed}`)}.png`, bytes: 1, modifiedAt: 0 }
      }
    },
  })
  await using world = await newWorld(join(folder.path, 'haat.db'), images)
  assert.equal(await mayRemoveImages(world, stopping.signal), false)
  assert.equal(listed, 0)
})

for (const [kind, open] of Object.entries({ disk: openFolder, S3: openBucket }))
  test(`the first of two new installations to mark the same empty ${kind} owns it`, async () => {
    await using place = await open()
    await using folder = await temporaryFolder()
    await using one = await newWorld(join(folder.path, 'one.db'), place.images)
    const looksFirst = like(place.images, {
      async readMark() {
        const mark = await place.images.readMark()
        await markBeforeUploads(one)
        return mark
      },
    })
    await using other = await newWorld(join(folder.path, 'other.db'), looksFirst)
    await markBeforeUploads(other)
    assert.equal(await place.images.readMark(), (await findInstallation(one.db))?.id)
    assert.deepEqual([await whoseImages(one), await whoseImages(other)], ['ours', 'anothers'])
    assert.equal((await findInstallation(other.db))?.isMarking, false)
  })

test('the first upload to a store that is empty but had pictures before is logged', async () => {
  await using folder = await temporaryFolder()
  await using place = await openFolder()
  await using bare = await openFolder()
  const lines: string[] = []
  const log = makeLog('warn', { write: (line: string) => void lines.push(line) })
  await using world = await newWorld(join(folder.path, 'haat.db'), place.images, log)
  await markBeforeUploads(world)
  assert.deepEqual(lines, [])
  const unmounted = { ...world, images: bare.images }
  assert.equal(await whoseImages(unmounted), 'missing')
  await markBeforeUploads(unmounted)
  assert.match(lines.join(), /The image store is empty, but pictures were put there before/)
  assert.equal(await whoseImages(unmounted), 'ours')
})

/** The parts of a new service that are needed to mark an image store. */
async function newWorld(file: string, images: ImageStore, log = makeLog('silent')) {
  const db = new SqliteEngine(file)
  await migrate(db, Date.now)
  return { db, images, newId: randomUUID, log, [Symbol.asyncDispose]: () => db[Symbol.asyncDispose]() }
}

function pictureOf(name: string) {
  const bytes = Buffer.from(name)
  return new CheckedUpload({ hash: hash('sha256', bytes), extension: 'png', type: 'image/png', bytes })
}

async function openFolder() {
  const folder = await temporaryFolder()
  return {
    images: new DiskStore(folder.path),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

async function openBucket() {
  const { endpoint, ...peer } = await startS3()
  const place = { bucket: S3_BUCKET, prefix: '', endpoint, region: 'us-east-1' }
  return {
    images: new S3Store({ ...place, ...S3_CREDENTIALS }),
    [Symbol.asyncDispose]: () => peer[Symbol.asyncDispose](),
  }
}

/** The same image store while its disk is full. */
const fullAt = (images: ImageStore) =>
  like(images, { claimMark: () => Promise.reject(new Error('No space left')) })

const like = (images: ImageStore, changes: Partial<ImageStore>): ImageStore => ({
  put: (...image) => images.put(...image),
  read: (path) => images.read(path),
  has: (path) => images.has(path),
  list: (of) => images.list(of),
  remove: (path) => images.remove(path),
  freeBytes: () => images.freeBytes(),
  readMark: () => images.readMark(),
  writeMark: (id) => images.writeMark(id),
  claimMark: (id) => images.claimMark(id),
  ...changes,
})
