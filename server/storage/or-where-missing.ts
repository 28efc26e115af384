import type { Queries } from './engine.ts'

/** The result of the read, or a default if the database is older than the table or the column. */
export async function orWhereMissing<T>(db: Queries, read: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (db.dialect.isMissing(error)) return otherwise
    throw error
  }
}
