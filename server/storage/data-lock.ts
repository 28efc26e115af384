import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const BUSY = 5

/**
 * Whoever works on a SQLite database shares this lock; who fills or moves the whole database holds it alone. The lock is
 * that of an empty database beside it, so the system gives it back however its holder ends.
 */
export function shareData(path: string): Disposable {
  const held = locked(path, 'begin')
  if (!held) throw new Error('Its data is being restored or moved just now. Start again when that is done.')
  return held
}

/** Undefined while anybody works on the database. */
export const holdDataAlone = (path: string): Disposable | undefined => locked(path, 'begin exclusive')

function locked(path: string, begin: string): Disposable | undefined {
  mkdirSync(dirname(path), { recursive: true })
  const file = new DatabaseSync(`${path}.lock`, { timeout: 0 })
  try {
    file.exec(`${begin}; select 1 from sqlite_schema`)
    return { [Symbol.dispose]: () => file.close() }
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode === BUSY) return undefined
    throw error
  }
}
