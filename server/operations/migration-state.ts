import type { Queries } from '../storage/engine.ts'
import { appliedMigrations, knownMigrations } from '../storage/migrate.ts'

/** What a database lacks, and what it has that this program does not know. */
export async function migrationState(db: Queries): Promise<{ pending: string[]; unknown: string[] }> {
  const applied = await appliedMigrations(db)
  const known = knownMigrations(db.dialect.engine)
  return {
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  }
}
