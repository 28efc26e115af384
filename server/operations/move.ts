import { rename } from 'node:fs/promises'
import { Refused } from '../actions/refused.ts'
import type { Config } from '../config.ts'
import { openEngine } from '../open-parts.ts'
import { secretPath } from '../secret-file.ts'
import { isPostgresUrl } from '../settings/database-url.ts'
import { carryOver } from '../storage/database/carry-over.ts'
import { findInstallation, forgetInstallation } from '../storage/database/installation.ts'
import { movedTo } from '../storage/database/moved-data.ts'
import { allData } from './all-data.ts'
import { failureSentence } from './failure-words.ts'
import { requireVault } from './fitting-vault.ts'
import { holdAlone } from './hold-alone.ts'
import { requireDatabase } from './require-database.ts'
import { type Restored, restoreData } from './restore.ts'
import { type Tell, told } from './told.ts'

interface Moved extends Restored {
  /** Where the SQLite database is kept that nobody uses any more. */
  leftAt: string
  /** Where the secret is that PostgreSQL needs as well; undefined where the settings hold it. */
  secretFile: string | undefined
}

/** Takes the data of a stopped service from SQLite to an empty PostgreSQL, compares it there, and sets the old aside. */
export async function moveToPostgres(
  config: Config,
  url: string,
  now: () => number,
  tell: Tell = () => {},
): Promise<Moved> {
  const { database } = config
  if (database.kind !== 'sqlite')
    throw new Refused('DATABASE_URL is set, so the data is in PostgreSQL already')
  if (!isPostgresUrl(url))
    throw new Refused('--to must be a PostgreSQL address such as postgres://user:password@host:5432/name')
  requireDatabase(config)
  using _alone = holdAlone(config)
  if (!carryOver(database.path))
    throw new Refused(
      'Another program has the database open, and nothing was changed. End it, then try again.',
    )
  const restored = await copyTo(config, url, now, tell).catch((error) => {
    const says = failureSentence(error, { database: { kind: 'postgres', url }, named: '--to' })
    throw says === undefined ? error : new Refused(says)
  })
  carryOver(database.path) // The log does not follow the file to its new name.
  const leftAt = movedTo(database.path)
  await rename(database.path, leftAt)
  return { ...restored, leftAt, secretFile: config.secret ? undefined : secretPath(config.dataDir) }
}

async function copyTo(config: Config, url: string, now: () => number, tell: Tell): Promise<Restored> {
  await using source = await openEngine(config.database)
  await using target = await openEngine({ kind: 'postgres', url })
  const vault = await requireVault(config, source)
  const records = () => told(allData({ db: source, images: undefined, vault, now }), tell)
  const installation = await findInstallation(source)
  const to = { db: target, images: undefined, installation, now }
  const restored = await restoreData(to, records, { verify: true })
  // Whoever goes back to what is left must not remove the pictures that came since.
  if (installation) await forgetInstallation(source)
  return restored
}
