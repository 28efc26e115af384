import { Refused } from '../actions/refused.ts'
import type { Config } from '../config.ts'
import { openEngine, openImageStore, openKnownVault } from '../open-parts.ts'
import { holdDataAlone } from '../storage/data-lock.ts'
import { secretMark } from './all-data.ts'
import { readBackup } from './backup-file.ts'
import { FORMAT, type Head, type SchemaNote } from './records.ts'
import { type Restored, restoreData } from './restore.ts'

/** Fills the empty database of the settings from a file, which is read whole and judged before anything changes. */
export async function restoreFile(
  config: Config,
  path: string,
  { verify, now }: { verify: boolean; now: () => number },
): Promise<Restored> {
  const { head, schema } = await judge(path)
  const vault = openKnownVault(config)
  if (!vault || secretMark(vault) !== head.secret) {
    throw new Refused(
      `${path} was made under another HAAT_SECRET: no API key would work and nothing sealed could be opened. Set HAAT_SECRET to that one, or put the file "secret" of the old data folder into ${config.dataDir}.`,
    )
  }
  using _alone = holdAlone(config)
  await using db = await openEngine(config.database)
  const images = await openImageStore(config)
  return await restoreData({ db, images, now }, schema, () => readBackup(path), { verify })
}

async function judge(path: string): Promise<{ head: Head; schema: SchemaNote }> {
  let head: Head | undefined
  let schema: SchemaNote | undefined
  for await (const record of readBackup(path)) {
    if ('head' in record) head = record.head
    if ('schema' in record) schema = record.schema
  }
  if (!head || !schema) throw new Refused(`${path} is no backup of Haat`)
  if (head.format > FORMAT)
    throw new Refused(`${path} was written by a newer version of Haat. Install that one.`)
  return { head, schema }
}

/** A service that runs on the same SQLite database would write into what is being made. */
export function holdAlone({ database }: Config): Disposable | undefined {
  if (database.kind !== 'sqlite') return undefined
  const held = holdDataAlone(database.path)
  if (!held) throw new Refused('A service is running on this data. Stop it first, then try again.')
  return held
}
