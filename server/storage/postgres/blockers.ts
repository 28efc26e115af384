import type { Logger } from 'pino'
import type { Queries } from '../engine.ts'

/** A transaction that migrates holds this advisory lock. */
export const MIGRATION_LOCK = 4_228_041

const LOOK_EVERY_MS = 300

/** A session for which another waits. PostgreSQL shows its address and state only to its own user and a superuser. */
interface Blocker {
  session: number
  /** Null for autovacuum. */
  user: string | null
  address: string | null
  state: string | null
  migrates: boolean
}

const BLOCKERS = {
  sql: `select pid as session, usename as user, host(client_addr) as address, state,
      exists (select from pg_locks l where l.pid = a.pid and granted and locktype = 'advisory'
        and objid = ${MIGRATION_LOCK} and classid = 0) as migrates
    from pg_stat_activity a where pid = any(pg_blocking_pids($1)) order by pid limit 1`,
  reads: true,
  name: undefined,
}

/** Logs for whom work waits that may wait for minutes: without it, an operator sees a program that does nothing. */
export class Blockers {
  readonly #db: Queries
  readonly #log: Logger
  readonly #told = new Set<number>()
  #seen: number | undefined

  constructor(db: Queries, log: Logger) {
    this.#db = db
    this.#log = log
  }

  /** Looks at whom this session waits for until it is disposed of. */
  watch(session: number): Disposable {
    const timer = setInterval(() => void this.#look(session), LOOK_EVERY_MS)
    return { [Symbol.dispose]: () => clearInterval(timer) }
  }

  async #look(session: number) {
    try {
      const [blocker] = (await this.#db.rows(BLOCKERS, [session])) as Blocker[]
      if (blocker) this.#tell(blocker)
    } catch {
      // The work itself fails of the same cause, and says so.
    }
  }

  /** Once for each, and not of one that is seen only once: any transaction blocks others for a moment. */
  #tell(blocker: Blocker) {
    const { session } = blocker
    if (session === this.#seen && !this.#told.has(session)) {
      this.#told.add(session)
      this.#log.warn(sayWhom(blocker))
    }
    this.#seen = session
  }
}

function sayWhom({ session, user, address, state, migrates }: Blocker): string {
  if (user === null)
    return `Waiting for autovacuum, session ${session} of PostgreSQL, which gives way within a second unless it prevents a wraparound of transaction ids`
  const whose = [`user ${user}`, address && `from ${address}`, state].filter(Boolean).join(', ')
  return migrates
    ? `Another instance brings the database up to date: waiting for it, session ${session} of PostgreSQL (${whose})`
    : `Waiting for a table that session ${session} of PostgreSQL uses (${whose}). If it is no backup and was forgotten, end it: select pg_terminate_backend(${session})`
}
