import { fdatasyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** In pages. */
export interface LogState {
  length: number
  /** What has not been carried over. */
  left: number
}

const path = workerData as string
const db = new DatabaseSync(path)
db.exec('pragma synchronous = full')
const looked = db.prepare('pragma wal_checkpoint(noop)')
const carry = db.prepare('pragma wal_checkpoint(passive)')
/** Never closed: with it all locks would go that SQLite holds on the file in this process. */
const file = openSync(path, 'r')

parentPort!.on('message', (fewestPages: number) => {
  try {
    if (look().left >= fewestPages) carryOver()
    parentPort!.postMessage(look())
  } catch {
    // A full disk or a busy one: the log keeps what it has, and the next time may succeed.
    parentPort!.postMessage({ length: 0, left: 0 } satisfies LogState)
  }
})

/** SQLite syncs the file only when nothing is left of the log: most of it is done by then, while nobody waits. */
function carryOver() {
  carry.run()
  fdatasyncSync(file)
}

function look(): LogState {
  const { log, checkpointed } = looked.get() as Record<string, number>
  return { length: log!, left: log! - checkpointed! }
}
