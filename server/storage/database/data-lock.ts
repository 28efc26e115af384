import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '../../files/make-folder.ts'

const BUSY = 5

/** `serving` counts requests in its own memory, so only one may. Others work `beside` it, or one works `alone`. */
const BEGIN = { beside: 'begin', serving: 'begin immediate', alone: 'begin exclusive' }

/**
 * Every process that works on a SQLite database holds this lock; undefined if the other holders rule out this way. It
 * is SQLite's lock on an empty database beside the real one, so the system releases it however the holder ends.
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
