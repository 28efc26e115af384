import { postgresDatabase } from './services.ts'

export type EngineName = 'sqlite' | 'postgres'

/** What npm test has prepared for the databases of apps to be copied from. */
export const migrated = process.env.TEST_DATABASE_TEMPLATE

/** The settings that put an app on a database of its own: an empty one, or a copy of that template. */
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
