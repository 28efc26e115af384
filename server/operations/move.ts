import { hash } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { Refused } from '../actions/refused.ts'
import type { Config } from '../config.ts'
import { secretPath } from '../files/secret-file.ts'
import { openEngine } from '../open-parts.ts'
import { isPostgresUrl } from '../settings/database-url.ts'
import { carryOver } from '../storage/database/carry-over.ts'
import { findInstallation, forgetInstallation } from '../storage/database/installation.ts'
import { findMoveMark, setMoveMark } from '../storage/database/move-mark.ts'
import { movedTo } from '../storage/database/moved-data.ts'
import type { Queries } from '../storage/engine.ts'
import { allData } from './all-data.ts'
import { failureSentence } from './failure-words.ts'
import { requireVault } from './fitting-vault.ts'
import { holdAlone } from './hold-alone.ts'
import { requireForService } from './open-data.ts'
import { type DataRecord, type End, requireEnd } from './records.ts'
import { requireDatabase } from './require-database.ts'
import { isEmpty, restoreData } from './restore.ts'
import { type Tell, told } from './told.ts'

const CHANGED_SINCE =
  'An earlier "haat move" has copied this data there, and it has changed here since; nothing was changed now. If no service has run on PostgreSQL yet, drop that database, create it again and repeat the move. If one has, its data is in use: set DATABASE_URL to it and rename haat.db to haat.db.moved.'

interface Copied extends End {
  /** Copied by an earlier move, which was ended before it could set the old database aside. */
  earlier: boolean
}

interface Moved extends Copied {
  /** Where the old SQLite database is kept, now unused. */
  leftAt: string
  /** The file of the secret, which instances on PostgreSQL need too; undefined if the secret is in the settings. */
  secretFile: string | undefined
}

/**
 * Moves the data of a stopped service from SQLite to an empty PostgreSQL, compares it there, and sets the old database
 * aside.
 */
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
  const copied = await copyTo(config, url, now, tell).catch((error) => {
    const says = failureSentence(error, { database: { kind: 'postgres', url }, named: '--to' })
    throw says === undefined ? error : new Refused(says)
  })
  carryOver(database.path) // The WAL does not follow the file to its new name.
  const leftAt = movedTo(database.path)
  await rename(database.path, leftAt)
  return { ...copied, leftAt, secretFile: config.secret ? undefined : secretPath(config.dataDir) }
}

async function copyTo(config: Config, url: string, now: () => number, tell: Tell): Promise<Copied> {
  await using source = await openEngine(config.database)
  const there = { kind: 'postgres', url } as const
  await using target = await openEngine(there)
  await requireForService(there, target)
  const vault = await requireVault(config, source)
  const records = () => told(allData({ db: source, images: undefined, vault, now }), tell)
  const installation = await findInstallation(source)
  const leaveMark = (tx: Queries, end: End) => setMoveMark(tx, markOf(end))
  const to = { db: target, images: undefined, installation, leaveMark, now }
  const earlier = await copiedBefore(source, target, records)
  const end = earlier ?? (await restoreData(to, records, { verify: true }))
  // If the operator goes back to the old database, its sweep must not remove pictures that were added since the move.
  if (installation) await forgetInstallation(source)
  return { ...end, earlier: earlier !== undefined }
}

const markOf = ({ tables }: End): string => hash('sha256', JSON.stringify(tables), 'base64url')

/**
 * The end record, if an earlier move has copied all data there. Changes made there since do not matter: that move read
 * the data back and compared it. Undefined if the database is empty or another's.
 */
async function copiedBefore(
  source: Queries,
  target: Queries,
  records: () => AsyncIterable<DataRecord>,
): Promise<End | undefined> {
  const mark = await findMoveMark(target)
  if (mark === undefined || (await isEmpty(target))) return undefined
  const end = await endOf(records())
  if (markOf(end) === mark) return end
  const [here, there] = [await findInstallation(source), await findInstallation(target)]
  if (here && here.id === there?.id) throw new Refused(CHANGED_SINCE)
  return undefined
}

async function endOf(records: AsyncIterable<DataRecord>): Promise<End> {
  let end: End | undefined
  for await (const record of records) if ('end' in record) end = record.end
  return requireEnd(end)
}
