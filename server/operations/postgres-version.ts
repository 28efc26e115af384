import { Refused } from '../actions/refused.ts'
import { askServer } from '../storage/database/server-facts.ts'
import type { Engine } from '../storage/engine.ts'

const LEAST = 14

export const isOldPostgres = (version: string): boolean => Number.parseInt(version, 10) < LEAST

export const oldPostgres = (version: string) => ({
  says: `PostgreSQL ${version} is too old`,
  fix: `Use PostgreSQL ${LEAST} or newer.`,
})

/** Before anything is made there: an old one would take some migrations and fail at others, or at a query. */
export async function requireNewPostgres(db: Engine): Promise<void> {
  if (db.dialect.engine !== 'postgres') return
  const { version } = await askServer(db)
  const { says, fix } = oldPostgres(version)
  if (isOldPostgres(version)) throw new Refused(`${says}. ${fix}`)
}
