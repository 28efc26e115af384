import { after } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '../../server/rules/values/durations.ts'
import { databaseSettings, type EngineName, migrated } from '../services/engines.ts'
import { startTestApp } from './app.ts'
import { movableClock } from './clock.ts'

type Settings = Record<string, string>

/** The clock moves on by this before an app is lent again, so that used-up rate limits reset. It stays a round time. */
export const PAUSE_MS = 5 * MINUTE_MS
/** An app whose clock was moved further is not lent again: the next suite could not explain what such an app did. */
const FARTHEST_MS = 6 * HOUR_MS

type App = Awaited<ReturnType<typeof startOwnApp>>
export type LentApp = Awaited<ReturnType<typeof lendApp>>

const idle = new Map<string, App[]>()

after(async () => {
  for (const app of [...idle.values()].flat()) await app[Symbol.asyncDispose]()
})

/**
 * The whole program on one engine, with a clock that the test moves. Starting it and its database costs more than most
 * suites do, so a disposed app is lent, with its rows, to the next suite in the same process.
 */
export async function lendApp(engine: EngineName, settings: Settings = {}, today = false) {
  const key = JSON.stringify([engine, settings, today])
  const app = idle.get(key)?.pop() ?? (await startOwnApp(engine, settings, today ? Date.now() : undefined))
  const { clock } = app
  clock.set(Math.ceil((clock.now() + PAUSE_MS) / PAUSE_MS) * PAUSE_MS)
  const lentAt = clock.now()
  return {
    ...app,
    async [Symbol.asyncDispose]() {
      if (Math.abs(clock.now() - lentAt) > FARTHEST_MS) await app[Symbol.asyncDispose]()
      else idle.set(key, [...(idle.get(key) ?? []), app])
    },
  }
}

/** The same, but never shared: it holds no rows of other suites. */
export async function startOwnApp(engine: EngineName, settings: Settings = {}, time?: number) {
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await databaseSettings(engine, migrated))
  const clock = movableClock(time)
  const app = opened.use(await startTestApp({ ...database.settings, ...settings }, { now: clock.now }))
  const kept = opened.move()
  return { ...app, clock, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
