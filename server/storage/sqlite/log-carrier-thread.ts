import { fdatasyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { type LogState, logStateReader } from './log-state.ts'

const path = workerData as string
const db = new DatabaseSync(path)
db.exec('pragma synchronous = full')
const carry = db.prepare('pragma wal_checkpoint(passive)')
const readLogState = logStateReader(db)
/** Never closed: closing any descriptor of a file drops all locks that this process, so SQLite too, holds on it. */
const file = openSync(path, 'r')

parentPort!.on('message', () => {
  try {
    carry.run()
    // SQLite itself syncs the file only once the whole log is copied, when a writer may be waiting for it. This sync
    // leaves little for that one to do.
    fdatasyncSync(file)
    parentPort!.postMessage(readLogState())
  } catch {
    // A full disk or a busy one: the log keeps what it has, and the next time may succeed.
    parentPort!.postMessage({ length: 0, left: 0 } satisfies LogState)
  }
})
