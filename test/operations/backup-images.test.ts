import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { caller, newSeller, startTestApp, type TestApp } from '../../harness/app/app.ts'
import { configOf } from '../../harness/app/config-of.ts'
import { newPlace } from '../../harness/app/new-place.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { trustedClock } from '../../harness/app/trusted-clock.ts'
import { S3_BUCKET, startS3 } from '../../harness/servers/s3-server.ts'
import { startSlowProxy } from '../../harness/servers/slow-proxy.ts'
import { lifeIn } from '../../harness/shops/life.ts'
import { newProduct } from '../../harness/shops/orders.ts'
import { pictureOf } from '../../harness/shops/pictures.ts'
import { sweepUnknownFiles, sweepUnusedImages } from '../../server/actions/images/sweep-images.ts'
import { verify } from '../../server/actions/verify.ts'
import { DiskStore } from '../../server/images/disk-store.ts'
import { type ImageStore, ImageStoreUnavailable } from '../../server/images/image-store.ts'
import { openEngine } from '../../server/open-parts.ts'
import { openWorld } from '../../server/open-world.ts'
import { allData } from '../../server/operations/all-data.ts'
import { backUp } from '../../server/operations/backup.ts'
import { examine } from '../../server/operations/doctor/examine.ts'
import { patientStore } from '../../server/operations/patient-store.ts'
import type { End } from '../../server/operations/records.ts'
import { isEmpty } from '../../server/operations/restore.ts'
import { restoreFile } from '../../server/operations/restore-file.ts'
import { HOUR_MS } from '../../server/rules/values/durations.ts'
import { becomeInstallation } from '../../server/storage/database/installation.ts'
import { migrate } from '../../server/storage/migrate.ts'

onEachEngine((running) => {
  test('the backup has every image of its snapshot, whatever is uploaded or swept meanwhile', async () => {
    const { app, clock } = running
    const seller = await newSeller(app)
    const first = await newProduct(seller, { primary_image: await pictureOf('#ff0000') })
    clock.advance(2 * HOUR_MS)
    const images: string[] = []
    let end: End | undefined
    for await (const record of allData(app.world)) {
      if ('image' in record) images.push(record.image)
      // Before the snapshot another picture is added; after it the first one is removed.
      if ('head' in record) await newProduct(seller, { primary_image: await pictureOf('#00ff00') })
      if ('image' in record && images.length === 1)
        await newProduct(seller, { primary_image: await pictureOf('#0000ff') })
      if ('schema' in record) {
        await seller.call('DELETE', `/api/products/${first}`)
        clock.advance(2 * HOUR_MS)
        assert.equal(await sweepUnusedImages(app.world), 1)
      }
      if ('end' in record) end = record.end
    }
    assert.equal(new Set(images).size, 3)
    assert.deepEqual([end!.images, end!.missingImages, end!.tables.images!.rows], [3, 0, 3])
  })
})

test('a restore copies images from disk to S3, and a backup reads them from there', async () => {
  await using source = await newPlace('sqlite')
  await using target = await newPlace('sqlite')
  await using s3 = await startS3()
  await using proxy = await startSlowProxy(s3.endpoint)
  await using app = await startTestApp(source.settings)
  const life = await lifeIn(app)
  const [first, second] = ['one', 'two'].map((name) => join(source.folder, `${name}.backup`))
  const IMAGE_STORE = `s3://${S3_BUCKET}?endpoint=${proxy.url}`
  const settings = { ...target.settings, ...s3.settings, IMAGE_STORE }
  const times = { verify: true, now: Date.now }
  await backUp(source.config, first!, { withImages: true, now: Date.now })
  proxy.cut('PUT ', `GET /${S3_BUCKET}?`)
  const { verdicts, imagesAre, withImages } = await restoreFile(configOf(settings), first!, times)
  assert.ok(proxy.hasCut() && withImages)
  assert.ok(verdicts.every(({ count }) => count === 0))
  assert.equal(imagesAre, 'ours')
  proxy.cut('GET ')
  const again = await backUp(configOf(settings), second!, { withImages: true, now: Date.now })
  assert.deepEqual([proxy.hasCut(), again.images, again.missingImages], [true, 1, 0])
  await using other = await startTestApp(settings)
  assert.deepEqual(await life.seenIn(other), await life.seenIn(app))
  const seller = { ...life.seller, call: caller(other.url, life.seller.api_key) }
  await newProduct(seller, { primary_image: await pictureOf('#00ff00') })
  await assertTrialSpares(other, s3.settings, second!)
})

test('a restore into an emptied database marks an image store that was emptied too', async () => {
  await using source = await newPlace('sqlite')
  await using target = await newPlace('sqlite')
  await using app = await startTestApp(source.settings)
  await lifeIn(app)
  const file = join(source.folder, 'one.backup')
  await backUp(source.config, file, { withImages: true, now: Date.now })
  {
    await using before = await openEngine(target.config.database)
    await migrate(before, Date.now)
    await becomeInstallation(before, { id: randomUUID(), isMarking: false })
  }
  const { imagesAre } = await restoreFile(target.config, file, { verify: true, now: Date.now })
  assert.equal(imagesAre, 'ours')
})

/** Asserts that a trial restore with the running service's image store does it no harm. */
async function assertTrialSpares(live: TestApp, store: Record<string, string>, file: string) {
  await using trial = await newPlace('sqlite')
  const config = configOf({ ...trial.settings, ...store })
  const { imagesAre } = await restoreFile(config, file, { verify: true, now: Date.now })
  assert.equal(imagesAre, 'anothers')
  const clock = trustedClock(() => Date.now() + 2 * HOUR_MS)
  await using world = await openWorld(config, { log: pino({ level: 'silent' }), clock })
  assert.deepEqual([await sweepUnknownFiles(world), await sweepUnusedImages(world)], [undefined, undefined])
  const found = (await examine(config)).find(({ subject }) => subject === 'images')!
  assert.match(found.says, /; they are another installation's, so none is removed$/)
  assert.match(found.fix!, /haat images own/)
  assert.equal((await Array.fromAsync(live.world.images.list())).length, 2)
  assert.equal(await sweepUnknownFiles(live.world), 0)
}

test('an unreachable image store fails with a sentence after three tries; a refusal is not retried', async () => {
  let tries = 0
  const failing = (error: Error): ImageStore => {
    const disk = new DiskStore('/nowhere')
    disk.read = () => {
      tries += 1
      return Promise.reject(error)
    }
    return patientStore(disk, [0, 0])
  }
  await assert.rejects(failing(new ImageStoreUnavailable('The image store does not respond')).read('x'), {
    message:
      'The image store does not respond. It was tried 3 times. Check that what IMAGE_STORE names can be reached.',
  })
  assert.equal(tries, 3)
  await assert.rejects(failing(new Error('403')).read('x'), { message: '403' })
  assert.equal(tries, 4)
})

test('an unreadable picture is missing from the backup alone, and verify names it', {
  skip: process.platform !== 'linux' && 'only Linux has a file that fails to be read',
}, async () => {
  await using source = await newPlace('sqlite')
  {
    await using app = await startTestApp(source.settings)
    await lifeIn(app)
  }
  const whole = await backUp(source.config, join(source.folder, 'whole.backup'), {
    withImages: true,
    now: Date.now,
  })
  const [picture] = await Array.fromAsync(new DiskStore(join(source.folder, 'images')).list())
  const damaged = join(source.folder, 'images', picture!.path)
  await rm(damaged)
  await symlink('/proc/self/mem', damaged)
  const made = await backUp(source.config, join(source.folder, 'rest.backup'), {
    withImages: true,
    now: Date.now,
  })
  assert.deepEqual([made.images, made.missingImages], [whole.images - 1, whole.missingImages + 1])
  await using world = await openWorld(source.config, { log: pino({ level: 'silent' }) })
  const verdicts = await Array.fromAsync(verify(world, { deep: true }))
  const problems = verdicts.flatMap(({ first }) => first.map(({ problem }) => problem))
  assert.deepEqual(problems, ['its file is damaged: upload the picture again'])
})

test('a verified restore names a picture whose content is lost, and says if the check cannot finish', async () => {
  await using source = await newPlace('sqlite')
  await using target = await newPlace('sqlite')
  await using other = await newPlace('sqlite')
  const file = join(source.folder, 'without.backup')
  {
    await using app = await startTestApp(source.settings)
    await lifeIn(app)
  }
  await backUp(source.config, file, { withImages: false, now: Date.now })
  const [picture] = await Array.fromAsync(new DiskStore(join(source.folder, 'images')).list())
  const left = join(target.folder, 'images', picture!.path)
  await mkdir(dirname(left), { recursive: true })
  await writeFile(left, Buffer.alloc(picture!.bytes))
  const { verdicts, withImages } = await restoreFile(target.config, file, { verify: true, now: Date.now })
  assert.equal(withImages, false)
  const problems = verdicts.flatMap(({ first }) => first.map(({ problem }) => problem))
  assert.deepEqual(problems, ['its file is damaged: upload the picture again'])

  await mkdir(join(other.folder, 'images', picture!.path), { recursive: true })
  await assert.rejects(restoreFile(other.config, file, { verify: true, now: Date.now }), {
    message:
      'Everything is restored; only the check of it was interrupted. Run "haat verify --deep" once this is fixed: EISDIR: illegal operation on a directory, read',
  })
  await using db = await openEngine(other.config.database)
  assert.equal(await isEmpty(db), false)
})
