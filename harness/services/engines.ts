import { after, before, describe } from 'node:test'
import { startTestApp, type TestApp } from '../app/app.ts'
import { type MovableClock, movableClock } from '../app/clock.ts'
import { postgresDatabase, skipWithout } from './services.ts'

export type EngineName = 'sqlite' | 'postgres'

/** As titles of suites say them: `--test-name-pattern='on SQLite'` finds all of one engine. */
const TITLES: Record<EngineName, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

export interface Running {
  engine: EngineName
  app: TestApp
  /** The app's clock. It stands still, so that no window of a limit ends by itself. */
  clock: MovableClock
}

/** For a suite that has old rows, which the program's cleaner might forget first: its round may take long to begin. */
export const WITHOUT_WORKERS = { HAAT_ROLE: 'web' }

/** Runs the suite once per engine, each time against one app that all its tests share. */
export function onEachEngine(suite: (running: Running) => void, settings: Record<string, string> = {}) {
  for (const engine of ['sqlite', 'postgres'] as const) {
    describe(`on ${TITLES[engine]}`, { skip: engine === 'postgres' && skipWithout.postgres }, () => {
      const opened = new AsyncDisposableStack()
      const running = { engine, clock: movableClock() } as Running
      before(async () => {
        const place = opened.use(await databaseSettings(engine, migrated))
        const { now } = running.clock
        running.app = opened.use(await startTestApp({ ...place.settings, ...settings }, { now }))
      })
      after(() => opened.disposeAsync())
      suite(running)
    })
  }
}

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
