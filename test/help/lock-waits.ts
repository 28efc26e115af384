import type { Queries } from '../../server/storage/engine.ts'

/** How many sessions of this database wait for a lock. Other databases on the server belong to other tests. */
export async function lockWaits(db: Queries): Promise<number> {
  const sql = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await db.rows({ sql, reads: true, name: undefined }, [])).length
}
