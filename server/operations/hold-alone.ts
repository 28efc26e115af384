import { Refused } from '../actions/refused.ts'
import type { Config } from '../config.ts'
import { lockData } from '../storage/database/data-lock.ts'

/**
 * Locks a SQLite database against services and backups: a running service would go on writing to data that is being
 * filled or moved away.
 */
export function holdAlone({ database }: Config): Disposable | undefined {
  if (database.kind !== 'sqlite') return undefined
  const held = lockData(database.path, 'alone')
  if (!held)
    throw new Refused('A service or a backup is running on this data. Stop it first, then try again.')
  return held
}
