import type { DatabaseSync } from 'node:sqlite'

/** Of SQLite's log, in pages. */
export interface LogState {
  length: number
  /** What has not been carried over into the file. */
  left: number
}

/** Costs a connection about a microsecond. */
export function logStateReader(db: DatabaseSync): () => LogState {
  const state = db.prepare('pragma wal_checkpoint(noop)')
  return () => {
    const { log, checkpointed } = state.get() as Record<string, number>
    return { length: log!, left: log! - checkpointed! }
  }
}
