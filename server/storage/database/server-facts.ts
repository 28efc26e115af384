import type { Queries } from '../engine.ts'

/** Fails if the database is read-only, such as a standby or a file without write permission. */
export async function requireWritable(db: Queries): Promise<void> {
  await db.rows(db.dialect.takesWrites, [])
}

export interface ServerFacts {
  version: string
  /** The encoding of its texts. */
  encoding: string
  clock: number
  /** Our clock at the same moment, taken as the middle of the round trip. */
  ourClock: number
  mayMakeTables: boolean
  /** A standby, or a server that is set to read-only. */
  isReadOnly: boolean
  /** False if it lets the operating system write when it likes: what was committed may be lost with the machine. */
  waitsForDisk: boolean
  tookMs: number
}

interface FactsRow {
  version: string
  encoding: string
  clock: number
  may_make_tables: number
  is_read_only: number
  waits_for_disk: number
}

/** What the database's server says of itself. */
export async function askServer(db: Queries): Promise<ServerFacts> {
  const query = { sql: db.dialect.facts, reads: true, name: undefined }
  await db.first(query, []) // The first one also waits for a connection.
  const [asked, askedAt] = [performance.now(), Date.now()]
  const facts = (await db.first(query, [])) as FactsRow
  const took = performance.now() - asked
  return {
    version: facts.version,
    encoding: facts.encoding,
    clock: facts.clock,
    ourClock: askedAt + took / 2,
    mayMakeTables: facts.may_make_tables === 1,
    isReadOnly: facts.is_read_only === 1,
    waitsForDisk: facts.waits_for_disk === 1,
    tookMs: Math.ceil(took),
  }
}
