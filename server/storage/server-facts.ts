import type { Queries } from './engine.ts'

export interface ServerFacts {
  version: string
  clock: number
  mayMakeTables: boolean
  tookMs: number
}

/** What the database's server says of itself. */
export async function askServer(db: Queries): Promise<ServerFacts> {
  const query = { sql: db.dialect.facts, reads: true, name: undefined }
  await db.first(query, []) // The first one also waits for a connection.
  const asked = performance.now()
  const facts = (await db.first(query, [])) as { version: string; clock: number; may_make_tables: number }
  return {
    version: facts.version,
    clock: facts.clock,
    mayMakeTables: facts.may_make_tables === 1,
    tookMs: Math.ceil(performance.now() - asked),
  }
}
