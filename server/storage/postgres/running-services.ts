import type { Queries } from '../engine.ts'

export const CHANNEL = 'haat'
/** The last that a session says by which a service hears of work: it is found by that. */
export const LISTEN = `listen ${CHANNEL}`

/** The session by which a service hears of work, and from where it is connected. */
export interface RunningService {
  session: number
  address: string
}

const RUNNING = {
  sql: `select pid as session, coalesce(host(client_addr), 'this machine') as address
    from pg_stat_activity where datname = current_database() and query = $1 order by pid`,
  reads: true,
  name: undefined,
}

/** The services on this database that have opened it, so that they know what it was like by then. */
export const listRunningServices = async (db: Queries): Promise<RunningService[]> =>
  (await db.rows(RUNNING, [LISTEN])) as RunningService[]
