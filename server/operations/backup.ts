import type { Logger } from 'pino'
import { Refused } from '../actions/refused.ts'
import type { Config } from '../config.ts'
import { secretFile } from '../files/secret-file.ts'
import { openEngine, openImageStore } from '../open-parts.ts'
import { lockData } from '../storage/database/data-lock.ts'
import { allData } from './all-data.ts'
import { writeBackup } from './backup-file.ts'
import { requireVault } from './fitting-vault.ts'
import { patientStore } from './patient-store.ts'
import { type DataRecord, type End, requireEnd } from './records.ts'
import { requireDatabase } from './require-database.ts'
import { type Tell, told } from './told.ts'

interface BackedUp extends End {
  bytes: number
  /**
   * The file of the secret, which the backup needs but does not contain; undefined if the secret is in the settings.
   */
  secretFile: string | undefined
}

interface BackupUse {
  withImages: boolean
  now: () => number
  log?: Logger
  tell?: Tell
}

/**
 * Writes all data to a file while the service runs. It migrates nothing, since it may be the backup before an upgrade.
 */
export async function backUp(
  config: Config,
  path: string,
  { withImages, now, log, tell = () => {} }: BackupUse,
): Promise<BackedUp> {
  requireDatabase(config)
  using _beside = workBeside(config)
  await using db = await openEngine(config.database, log)
  const vault = await requireVault(config, db)
  const images = withImages ? patientStore(await openImageStore(config)) : undefined
  let end: End | undefined
  async function* noted(records: AsyncIterable<DataRecord>) {
    for await (const record of records) {
      if ('end' in record) end = record.end
      yield record
    }
  }
  const data = allData({ db, images, vault, now })
  const bytes = await writeBackup(path, noted(told(data, tell)))
  return { ...requireEnd(end), bytes, secretFile: config.secret ? undefined : secretFile(config.dataDir) }
}

function workBeside({ database, dataDir }: Config): Disposable | undefined {
  if (database.kind !== 'sqlite') return undefined
  const lock = lockData(database.path, 'beside')
  if (!lock) throw new Refused(`The data in ${dataDir} is being restored or moved just now. Try again later.`)
  return lock
}
