import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '../../files/make-folder.ts'

const BUSY = 5

/** One serves: it counts requests in its own memory. Others work beside it, until one wants the data alone. */
const BEGIN = { beside: 'begin', serving: 'begin immediate', alone: 'begin exclusive' }

/**
 * Held by every process that works on a SQLite database; undefined where those who hold it rule that out. It is the
 * lock of an empty database beside it, so the system gives it back however its holder ends.
 */
export function lockData(path: string, way: keyof typeof BEGIN): Disposable | undefined {
  makeFolder(dirname(path))
  const file = new DatabaseSync(`${path}.lock`, { timeout: 0 })
  try {
    file.exec(`${BEGIN[way]}; select 1 from sqlite_schema`)
    return { [Symbol.dispose]: () => file.close() }
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode === BUSY) return undefined
    throw error
  }
}
