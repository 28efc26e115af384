import { accessSync, constants, statSync } from 'node:fs'
import { Refused } from '../actions/refused.ts'
import type { Config } from '../config.ts'
import { sayIfMoved } from '../storage/database/moved-data.ts'

/** After a move to PostgreSQL, a new empty SQLite database is never what is wanted. */
export function refuseMoved({ database }: Config) {
  const moved = database.kind === 'sqlite' && sayIfMoved(database.path)
  if (moved) throw new Refused(moved)
}

/** Refuses a missing SQLite database: opening it would make an empty one. */
export function requireDatabase(config: Config) {
  const { database, dataDir } = config
  refuseMoved(config)
  if (database.kind === 'sqlite' && !isThere(database.path))
    throw new Refused(`There is no database in ${dataDir}. Check that DATA_DIR names the right folder.`)
}

/** SQLite opens a read-only file, but refuses every write to it. A backup can still be taken of it. */
export function requireWritableFile(database: Config['database']) {
  if (database.kind === 'sqlite') accessSync(database.path, constants.W_OK)
}

/** Throws if this user has no right to look there. */
export const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined
