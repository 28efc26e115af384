import { DatabaseSync } from 'node:sqlite'

/** Copies all of SQLite's log into the file, which is then the whole database. False while another process reads it. */
export function carryOver(path: string): boolean {
  using db = new DatabaseSync(path)
  return db.prepare('pragma wal_checkpoint(truncate)').get()?.busy === 0
}
