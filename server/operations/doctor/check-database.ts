import type { Config } from '../../config.ts'
import { openEngine } from '../../open-parts.ts'
import { sayIfMoved } from '../../storage/database/moved-data.ts'
import { askServer } from '../../storage/database/server-facts.ts'
import { surveyTables } from '../../storage/database/tables.ts'
import type { Queries } from '../../storage/engine.ts'
import { failureWords, NO_RIGHT, notOwner, TAKES_NO_WRITES } from '../failure-words.ts'
import { type MigrationState, migrationState } from '../migration-state.ts'
import { requireSessions } from '../open-data.ts'
import { isThere, requireWritableFile } from '../require-database.ts'
import { unfitPostgres } from '../unfit-postgres.ts'
import { clockFinding } from './check-clock.ts'
import { checkGivenUp, checkOutbox } from './check-outbox.ts'
import { brokenSecret, checkSecret } from './check-secret.ts'
import { answeredInTime, broken, type Finding, ok, reasonOf, warning } from './finding.ts'

const NOT_DURABLE =
  'fsync is off in PostgreSQL: if its machine loses power, orders are lost and the database may be damaged'
const OTHERWISE = 'Check that DATA_DIR and DATABASE_URL are right.'

/**
 * Checks that the database answers, its migrations, whose secret it needs, the mails that could not be sent, and its
 * clock.
 */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { database } = config
  try {
    if (database.kind === 'sqlite' && !isThere(database.path))
      return [noneYet(database.path), brokenSecret(config) ?? []].flat()
    requireWritableFile(database)
    await using db = await openEngine(database)
    const server = await answeredInTime(askServer(db))
    const { version, clock, ourClock, tookMs, mayMakeTables, isReadOnly } = server
    if (!mayMakeTables) return [broken('database', NO_RIGHT.says, NO_RIGHT.fix)]
    if (isReadOnly) return [broken('database', TAKES_NO_WRITES.says, TAKES_NO_WRITES.fix)]
    await answeredInTime(requireSessions(config.database))
    const name = database.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'
    const state = await answeredInTime(migrationState(db))
    const unfit = database.kind === 'postgres' ? unfitPostgres(server) : undefined
    return [
      unfit
        ? broken('database', unfit.says, unfit.fix)
        : ok('database', `${name} ${version} answers in ${tookMs} ms`),
      migrationFinding(state),
      ...(server.waitsForDisk ? [] : [warning('durability', NOT_DURABLE, 'Set fsync = on in PostgreSQL.')]),
      ...(await answeredInTime(checkOwner(database, db))),
      await answeredInTime(checkSecret(config, db)),
      ...(config.smtpUrl && state.pending.length === 0
        ? await answeredInTime(Promise.all([checkOutbox(db), checkGivenUp(db)]))
        : []),
      ...(database.kind === 'postgres' ? [clockFinding('PostgreSQL', clock, ourClock)] : []),
    ]
  } catch (error) {
    const { says = reasonOf(error), fix = OTHERWISE } = failureWords(error, config) ?? {}
    return [broken('database', says, fix)]
  }
}

async function checkOwner(database: Config['database'], db: Queries): Promise<Finding[]> {
  if (database.kind === 'sqlite') return []
  const { notOwned } = await surveyTables(db)
  if (notOwned.length === 0) return []
  const { says, fix } = notOwner(notOwned, database.url)
  return [warning('owner', says, fix)]
}

function noneYet(path: string): Finding {
  const moved = sayIfMoved(path)
  return moved
    ? broken('database', `there is no ${path}`, moved)
    : ok('database', `SQLite; there is none yet, the first start makes ${path}`)
}

function migrationFinding({ pending, isNew, unknown, harmful }: MigrationState): Finding {
  if (isNew) return ok('migrations', 'the database is empty: the first start makes its tables')
  if (unknown.length > 0) {
    return (harmful.length > 0 ? broken : warning)(
      'migrations',
      `the database is newer than this program: it has ${unknown.join(', ')}`,
      'Install the version of Haat that made it, or a later one.',
    )
  }
  return pending.length === 0
    ? ok('migrations', 'the database is up to date')
    : warning(
        'migrations',
        `not yet applied: ${pending.join(', ')}`,
        'Take a backup; the next start applies them, or "haat migrate" does.',
      )
}
