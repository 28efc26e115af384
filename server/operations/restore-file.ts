import { randomUUID } from 'node:crypto'
import { claimImages, whoseImages } from '../actions/images/image-mark.ts'
import { Refused } from '../actions/refused.ts'
import { type Verdict, verify as verifyData } from '../actions/verify.ts'
import type { Config } from '../config.ts'
import { openEngine, openImageStore, openKnownVault } from '../open-parts.ts'
import type { Whose } from '../rules/images/whose-images.ts'
import { messageOf } from '../rules/values/message-of.ts'
import { findInstallation } from '../storage/database/installation.ts'
import { secretMark } from '../vault.ts'
import { readBackup } from './backup-file.ts'
import { failureSentence } from './failure-words.ts'
import { holdAlone } from './hold-alone.ts'
import { requireForService } from './open-data.ts'
import { patientStore } from './patient-store.ts'
import { FORMAT, type Head } from './records.ts'
import { type Restored, refuseNewer, restoreData } from './restore.ts'
import { type Tell, told } from './told.ts'

interface RestoredFile extends Restored {
  verdicts: Verdict[]
  imagesAre: Whose
  /** Whether pictures came with the file. */
  withImages: boolean
}

/**
 * Fills the empty database of the settings from a file, which is read completely and checked before anything changes.
 */
export async function restoreFile(
  config: Config,
  path: string,
  { verify, now, tell = () => {} }: { verify: boolean; now: () => number; tell?: Tell },
): Promise<RestoredFile> {
  const head = await judge(path)
  const vault = openKnownVault(config)
  if (!vault || secretMark(vault) !== head.secret) {
    throw new Refused(
      `${path} was made under another HAAT_SECRET: no API key would work and nothing sealed could be opened. Set HAAT_SECRET to that one, or put the file "secret" of the old data folder into ${config.dataDir}.`,
    )
  }
  using _alone = holdAlone(config)
  await using db = await openEngine(config.database)
  await requireForService(config.database, db)
  const images = patientStore(await openImageStore(config))
  // A new installation: what is in the image store may be in use by the service that the data comes from.
  const id = (await findInstallation(db))?.id ?? randomUUID()
  const owner = await whoseImages({ db, images })
  const isMarking = owner === 'nobodys' || owner === 'missing'
  const target = { db, images, installation: { id, isMarking }, now }
  const restored = await restoreData(target, () => told(readBackup(path), tell), { verify })
  try {
    if (isMarking) await claimImages({ db, images, newId: randomUUID })
    // Verifies as of the backup's time: what waited for a sweep then is not overdue because the file lay around.
    const how = { now: Date.parse(head.madeAt), deep: true }
    const verdicts = verify ? await Array.fromAsync(verifyData({ db, images, now }, how)) : []
    const imagesAre = await whoseImages({ db, images })
    return { ...restored, verdicts, imagesAre, withImages: head.withImages }
  } catch (error) {
    throw new Refused(`${UNCHECKED}: ${failureSentence(error, config) ?? messageOf(error)}`, { cause: error })
  }
}

const UNCHECKED =
  'Everything is restored; only the check of it was interrupted. Run "haat verify --deep" once this is fixed'

async function judge(path: string): Promise<Head> {
  let head: Head | undefined
  for await (const record of readBackup(path)) {
    if ('head' in record) head = record.head
    if ('schema' in record) refuseNewer(record.schema)
  }
  if (!head) throw new Refused(`${path} is not a backup of Haat`)
  if (head.format > FORMAT)
    throw new Refused(`${path} was written by a newer version of Haat. Install that one.`)
  return head
}
