import type { Queries } from '../storage/engine.ts'
import { appliedMigrations, knownMigrations, rollingOf } from '../storage/migrate.ts'

export interface MigrationState {
  /** Migrations that the database lacks. */
  pending: string[]
  /** The database has no table yet. */
  isNew: boolean
  /** Migrations of the database that this program does not know. */
  unknown: string[]
  /** The unknown ones split in two: this program may run beside `rolling` ones, but not beside `harmful` ones. */
  rolling: string[]
  harmful: string[]
}

export async function migrationState(db: Queries): Promise<MigrationState> {
  const applied = await appliedMigrations(db)
  const known = knownMigrations(db.dialect.engine)
  const unknown = applied.filter((name) => !known.includes(name))
  const rolling = await rollingOf(db, unknown)
  return {
    pending: known.filter((name) => !applied.includes(name)),
    isNew: applied.length === 0,
    unknown,
    rolling,
    harmful: unknown.filter((name) => !rolling.includes(name)),
  }
}

export const newerThanProgram = (unknown: string[]) =>
  `The database is newer than this program: it has ${unknown.join(', ')}. Install that version or a later one.`
