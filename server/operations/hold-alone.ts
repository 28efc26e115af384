import { Refused } from '../actions/refused.ts'
import type { Config } from '../config.ts'
import { lockData } from '../storage/database/data-lock.ts'

/** A service that runs on the same SQLite database would go on writing into what is filled or left. */
export function holdAlone({ database }: Config): Disposable | undefined {
  if (database.kind !== 'sqlite') return undefined
  const held = lockData(database.path, 'alone')
  if (!held)
    throw new Refused('A service or a backup is running on this data. Stop it first, then try again.')
  return held
}
