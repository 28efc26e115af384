import { existsSync } from 'node:fs'
import { Refused } from '../actions/refused.ts'
import type { Config } from '../config.ts'

/** Opening a SQLite database that is not there would make an empty one. */
export function requireDatabase({ database, dataDir }: Config) {
  if (database.kind === 'sqlite' && !existsSync(database.path))
    throw new Refused(`There is no database in ${dataDir}. See that DATA_DIR names the right folder.`)
}
