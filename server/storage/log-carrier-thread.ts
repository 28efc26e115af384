import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const db = new DatabaseSync(workerData as string)
db.exec('pragma synchronous = full')
const carry = db.prepare('pragma wal_checkpoint(passive)')

parentPort!.on('message', () => {
  try {
    carry.run()
  } catch {
    // A full disk or a busy one: the log keeps what it has, and the next time may succeed.
  }
  parentPort!.postMessage('carried')
})
