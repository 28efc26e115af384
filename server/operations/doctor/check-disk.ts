import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { whoseImages } from '../../actions/images/image-mark.ts'
import type { Config } from '../../config.ts'
import { freeBytesIn } from '../../files/free-bytes.ts'
import { makeFolder } from '../../files/make-folder.ts'
import type { ImageStore } from '../../images/image-store.ts'
import { PROBE } from '../../images/probe.ts'
import { openEngine, openImageStore } from '../../open-parts.ts'
import type { Whose } from '../../rules/images/whose-images.ts'
import { bucketFix, rightsFix } from '../failure-words.ts'
import { answeredInTime, broken, type Finding, ok, reasonOf, warning } from './finding.ts'

const MB = 1_000_000
const WARNING_BYTES = 1000 * MB
const BROKEN_BYTES = 100 * MB

/** Writes a small file to the data folder and removes it. */
export async function checkDisk({ dataDir }: Config): Promise<Finding> {
  try {
    makeFolder(dataDir)
    await writeAndRemove(join(dataDir, `doctor-${randomUUID()}`))
    const free = await freeBytesIn(dataDir)
    const says = `${dataDir} can be written; ${Math.floor(free / MB).toLocaleString('en')} MB are free`
    if (free >= WARNING_BYTES) return ok('disk', says)
    return (free >= BROKEN_BYTES ? warning : broken)(
      'disk',
      says,
      'Make room, or set DATA_DIR to a larger disk.',
    )
  } catch (error) {
    return broken('disk', reasonOf(error), rightsFix(dataDir))
  }
}

async function writeAndRemove(path: string) {
  try {
    await using file = await open(path, 'wx', 0o600)
    await file.write(PROBE.bytes)
    await file.sync()
  } finally {
    await rm(path, { force: true })
  }
}

export async function checkImages(config: Config): Promise<Finding> {
  try {
    const images = await openImageStore(config)
    await answeredInTime(images.has(PROBE.path))
    await answeredInTime(putAndRemove(config, images))
    const says =
      config.imageStore.kind === 'disk'
        ? `in ${config.imageStore.folder}`
        : `the bucket ${config.imageStore.settings.bucket} at ${config.imageStore.settings.endpoint} can be written`
    const whose = await whoseAre(config, images)
    if (whose === 'missing')
      return warning('images', `${says}, but nothing is there, and pictures were put there before`, MISSING)
    if (whose !== 'anothers') return ok('images', says)
    return warning('images', `${says}; they are another installation's, so none is removed`, OWN)
  } catch (error) {
    const says = reasonOf(error)
    const fix =
      config.imageStore.kind === 'disk'
        ? `Let this user read and write ${config.imageStore.folder}.`
        : bucketFix(says)
    return broken('images', says, fix)
  }
}

/** Makes no folder: the first upload does. */
async function putAndRemove({ imageStore }: Config, images: ImageStore) {
  if (imageStore.kind === 's3') {
    await putProbe(images)
    await images.remove(PROBE.path)
  } else if (existsSync(imageStore.folder)) {
    await writeAndRemove(join(imageStore.folder, `doctor-${randomUUID()}`))
  }
}

/** Removes it after a failure too: it may have been stored although the answer was lost. */
async function putProbe(images: ImageStore) {
  try {
    await images.put(PROBE.path, PROBE.bytes, PROBE.type)
  } catch (error) {
    await images.remove(PROBE.path).catch(() => {})
    throw error
  }
}

const OWN =
  'If that one is gone for good, as after a restore: haat images own. Otherwise set DATABASE_URL, DATA_DIR and IMAGE_STORE to those that belong together.'

const MISSING = 'Check that its disk is mounted, and that DATA_DIR and IMAGE_STORE name it.'

/** Undefined on a database error, which `checkDatabase` reports. */
async function whoseAre({ database }: Config, images: ImageStore): Promise<Whose | undefined> {
  if (database.kind === 'sqlite' && !existsSync(database.path)) return undefined
  try {
    await using db = await openEngine(database)
    return await answeredInTime(whoseImages({ db, images }))
  } catch {
    return undefined
  }
}
