import type { Queries } from './engine.ts'

/** What the database's server says of itself. */
export async function askServer(db: Queries): Promise<{ version: string; clock: number; tookMs: number }> {
  const query = { sql: db.dialect.facts, reads: true, name: undefined }
  await db.first(query, []) // The first one also waits for a connection.
  const asked = performance.now()
  const { version, clock } = (await db.first(query, [])) as { version: string; clock: number }
  return { version, clock, tookMs: Math.ceil(performance.now() - asked) }
}
