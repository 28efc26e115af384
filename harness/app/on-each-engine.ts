import { after, before, describe } from 'node:test'
import type { EngineName } from '../services/engines.ts'
import { skipWithout } from '../services/services.ts'
import type { TestApp } from './app.ts'
import type { MovableClock } from './clock.ts'
import { type LentApp, lendApp, PAUSE_MS, startOwnApp } from './lent-apps.ts'

type Settings = Record<string, string>

export interface Running {
  engine: EngineName
  app: TestApp
  /** The app's clock. It stands still, so that no rate-limit window ends by itself. */
  clock: MovableClock
}

/** For a suite with old rows: the program's cleaner would delete them, at a time that the suite cannot control. */
export const WITHOUT_WORKERS = { HAAT_ROLE: 'web' }

/**
 * Runs the suite once per engine, each time against one app that all its tests share. `alone` gives it an app without
 * rows of earlier suites.
 */
export function onEachEngine(
  suite: (running: Running) => void,
  settings: Settings = {},
  { alone = false }: { alone?: boolean } = {},
) {
  describeEach('', (engine) => {
    const opened = new AsyncDisposableStack()
    const running = { engine } as Running
    before(async () => {
      const app = opened.use(await (alone ? startOwnApp : lendApp)(engine, settings))
      Object.assign(running, { app, clock: app.clock })
    })
    after(() => opened.disposeAsync())
    suite(running)
  })
}

type Open = (settings?: Settings) => Promise<LentApp>

/** The same for tests that bring their own settings. The clock starts today; each `open` moves it on some minutes. */
export function openOnEachEngine(title: string, suite: (open: Open) => void) {
  describeEach(`${title}, `, (engine) => {
    const running = new Map<string, Promise<LentApp>>()
    after(async () => {
      for (const app of running.values()) await (await app)[Symbol.asyncDispose]()
    })
    suite(async (settings = {}) => {
      const key = JSON.stringify(settings)
      if (!running.has(key)) running.set(key, lendApp(engine, settings, true))
      const app = await running.get(key)!
      app.clock.advance(PAUSE_MS)
      return app
    })
  })
}

/** Suite titles end with the engine's name: `--test-name-pattern='on SQLite'` selects all suites of one engine. */
function describeEach(title: string, suite: (engine: EngineName) => void) {
  describe(`${title}on SQLite`, () => suite('sqlite'))
  describe(`${title}on PostgreSQL`, { skip: skipWithout.postgres }, () => suite('postgres'))
}
