import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const db = new DatabaseSync(workerData as string)
db.exec('pragma synchronous = full')
const look = db.prepare('pragma wal_checkpoint(noop)')
const carry = db.prepare('pragma wal_checkpoint(passive)')

/** Pages that are changed again and again are carried once, and two syncs are shared by many. */
const FEWEST_PAGES = 500

parentPort!.on('message', () => {
  try {
    const { log, checkpointed } = look.get() as Record<string, number>
    if (log! - checkpointed! >= FEWEST_PAGES) carry.run()
  } catch {
    // A full disk or a busy one: the log keeps what it has, and the next time may succeed.
  }
  parentPort!.postMessage('carried')
})
