import { DatabaseSync } from 'node:sqlite'

/** Brings all of SQLite's log into the file, which is then the whole database. False while somebody else reads it. */
export function carryOver(path: string): boolean {
  using db = new DatabaseSync(path)
  return db.prepare('pragma wal_checkpoint(truncate)').get()?.busy === 0
}
