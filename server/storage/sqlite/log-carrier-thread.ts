import { fdatasyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { type LogState, logLook } from './log-state.ts'

const path = workerData as string
const db = new DatabaseSync(path)
db.exec('pragma synchronous = full')
const carry = db.prepare('pragma wal_checkpoint(passive)')
const look = logLook(db)
/** Never closed: with it all locks would go that SQLite holds on the file in this process. */
const file = openSync(path, 'r')

parentPort!.on('message', () => {
  try {
    carry.run()
    // SQLite does so only when nothing is left of the log: most of it is done by then, while nobody waits.
    fdatasyncSync(file)
    parentPort!.postMessage(look())
  } catch {
    // A full disk or a busy one: the log keeps what it has, and the next time may succeed.
    parentPort!.postMessage({ length: 0, left: 0 } satisfies LogState)
  }
})
