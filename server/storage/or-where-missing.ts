import type { Queries } from './engine.ts'

/** What is read, or something else where the database is older than the table or the column. */
export async function orWhereMissing<T>(db: Queries, read: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (db.dialect.isMissing(error)) return otherwise
    throw error
  }
}
