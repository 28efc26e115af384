import type { Queries } from '../../server/storage/engine.ts'

/** How many wait for a lock in this database of PostgreSQL: other tests have theirs on the same server. */
export async function lockWaits(db: Queries): Promise<number> {
  const sql = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await db.rows({ sql, reads: true, name: undefined }, [])).length
}
