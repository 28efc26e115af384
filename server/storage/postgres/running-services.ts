import type { Queries } from '../engine.ts'

export const CHANNEL = 'haat'
/** The last statement on the session through which a service hears of work; `pg_stat_activity` is searched for it. */
export const LISTEN = `listen ${CHANNEL}`

/** The session through which a service hears of work, and the address that it comes from. */
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

/** The services that have this database open. Each relies on the schema that it found when it opened it. */
export const listRunningServices = async (db: Queries): Promise<RunningService[]> =>
  (await db.rows(RUNNING, [LISTEN])) as RunningService[]
