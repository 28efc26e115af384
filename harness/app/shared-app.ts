import { after, describe } from 'node:test'
import { databaseSettings, type EngineName, migrated } from '../services/engines.ts'
import { skipWithout } from '../services/services.ts'
import { startTestApp } from './app.ts'
import { movableClock } from './clock.ts'

type Settings = Record<string, string>

/** The whole program on one engine, with a clock that the test moves. */
type Open = (settings?: Settings) => ReturnType<typeof start>

/**
 * Runs the same tests on every engine. Starting costs more than most tests do, so that all tests of a suite with the same
 * settings share one program; minutes pass between them, so that none meets the limits that another used up.
 */
export function openOnEachEngine(title: string, suite: (open: Open) => void) {
  describe(`${title}, on SQLite`, () => suite(sharing('sqlite')))
  describe(`${title}, on PostgreSQL`, { skip: skipWithout.postgres }, () => suite(sharing('postgres')))
}

function sharing(engine: EngineName): Open {
  const running = new Map<string, ReturnType<typeof start>>()
  after(async () => {
    for (const app of running.values()) await (await app)[Symbol.asyncDispose]()
  })
  return async (settings = {}) => {
    const key = JSON.stringify(settings)
    if (!running.has(key)) running.set(key, start(engine, settings))
    const app = await running.get(key)!
    app.clock.advance(5 * 60_000)
    return app
  }
}

async function start(engine: EngineName, settings: Settings) {
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await databaseSettings(engine, migrated))
  const clock = movableClock(Date.now())
  const app = opened.use(await startTestApp({ ...database.settings, ...settings }, { now: clock.now }))
  const kept = opened.move()
  return { ...app, clock, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
