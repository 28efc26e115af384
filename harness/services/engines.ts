import { postgresDatabase } from './services.ts'

export type EngineName = 'sqlite' | 'postgres'

/** The name of a migrated database, prepared by npm test, from which apps' databases are copied. */
export const migrated = process.env.TEST_DATABASE_TEMPLATE

/** Settings for an app on a new database: an empty one, or a copy of `template`. */
export async function databaseSettings(
  engine: EngineName,
  template?: string,
): Promise<{ settings: Record<string, string> } & AsyncDisposable> {
  if (engine === 'sqlite') return { settings: {}, [Symbol.asyncDispose]: async () => {} }
  const database = await postgresDatabase(template)
  return {
    settings: { DATABASE_URL: database.url },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}
