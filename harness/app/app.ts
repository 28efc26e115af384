import { readdirSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { type Logger, pino } from 'pino'
import { createStore } from '../../server/actions/stores/create-store.ts'
import { startApp } from '../../server/app.ts'
import { temporaryFolder } from '../services/folder.ts'
import { configOf } from './config-of.ts'
import { send } from './send.ts'
import { trustedClock } from './trusted-clock.ts'

type Settings = Record<string, string>

/** A migrated SQLite file that npm test prepares; apps' databases are copies of it. For PostgreSQL see engines.ts. */
const template = process.env.TEST_SQLITE_TEMPLATE

/** The whole program on a free port, in a folder of its own. Settings are environment variables. */
export async function startTestApp(
  settings: Settings = {},
  { now, log = pino({ level: 'silent' }) }: { now?: () => number; log?: Logger } = {},
) {
  await using opened = new AsyncDisposableStack()
  const folder = opened.use(await temporaryFolder())
  const config = configOf({
    DATA_DIR: folder.path,
    // Nothing listens there: a test that needs Razorpay starts a fake one.
    RAZORPAY_API_URL: 'http://127.0.0.1:9',
    ...settings,
  })
  const { database, dataDir } = config
  if (template && database.kind === 'sqlite' && readdirSync(dataDir).length === 0)
    await copyFile(template, database.path)
  const app = opened.use(await startApp(config, { log, ...(now && { clock: trustedClock(now) }) }))
  const kept = opened.move()
  return {
    url: app.url,
    world: app.world,
    folder: folder.path,
    /** For starting another process on the same data. */
    settings: { DATA_DIR: folder.path, ...settings } satisfies Settings,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** Makes a store; the result calls the API with its key. */
export async function newSeller(app: TestApp, categories: string[] = []) {
  const store = await createStore(app.world, { name: 'Test store', categories })
  return { ...store, call: caller(app.url, store.api_key) }
}

export interface ApiAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: each test spells out the shape it expects.
  body: any
  headers: Headers
}

/** Sends JSON as a client would and reads the whole answer. */
export const caller =
  (url: string, key: string) =>
  async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> => {
    const {
      status,
      headers: given,
      text,
    } = await send(url + path, {
      method,
      headers: {
        'x-api-key': key,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status, body: text === '' ? undefined : JSON.parse(text), headers: given }
  }

export const aProduct = (changes: object = {}) => ({
  name: 'Brass lamp',
  price: 499.5,
  description: 'Cast by hand',
  stock: 5,
  ...changes,
})
