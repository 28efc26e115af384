import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'

/** The file name under which a SQLite database is kept after its data has moved to PostgreSQL. */
export const movedTo = (path: string): string => `${path}.moved`

/** What to do if a database has moved away; undefined if none has. A new one in its place would be empty. */
export function sayIfMoved(path: string): string | undefined {
  if (existsSync(path) || !existsSync(movedTo(path))) return undefined
  return `The data of ${dirname(path)} has moved to PostgreSQL. Set DATABASE_URL and HAAT_SECRET as "haat move" said. To go back to the data that it left behind, rename ${basename(movedTo(path))} to ${basename(path)}; to start with no data, set DATA_DIR to another folder.`
}
