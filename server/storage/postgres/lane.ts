import pg from 'pg'
import { type Answer, type Sent, sendBatch } from './batch.ts'
import { cutLater } from './cut-later.ts'
import { type CuttableClient, cutSilent } from './cut-silent.ts'
import { SESSION } from './session.ts'

/**
 * Planning a query that takes arrays costs more than running it, and PostgreSQL would plan it anew for each length. On
 * a lane each query is planned once, whatever its values are, as on SQLite.
 */
const PLAN_ONCE = 'set plan_cache_mode = force_generic_plan'

type LaneSettings = pg.ClientConfig & { silentForMs?: number | undefined }

/** One pipelined connection: queries are sent without waiting for earlier answers. It reconnects when it is lost. */
export class Lane implements AsyncDisposable {
  readonly #settings: LaneSettings
  readonly #setting: string
  #client: Promise<pg.Client> | undefined
  #open: CuttableClient | undefined
  /** How many batches wait for answers. */
  waiting = 0

  constructor(settings: LaneSettings, setting = PLAN_ONCE) {
    this.#settings = settings
    this.#setting = setting
  }

  async ask(text: string, name: string, values: unknown[]): Promise<Array<Record<string, unknown>>> {
    const [answer] = await this.send([{ query: { sql: text, name }, values }])
    return answer!.rows as Array<Record<string, unknown>>
  }

  async send(statements: readonly Sent[]): Promise<Answer[]> {
    this.waiting++
    try {
      return await sendBatch(await this.client(), statements)
    } finally {
      this.waiting--
    }
  }

  client(): Promise<pg.Client> {
    this.#client ??= this.#connect()
    return this.#client
  }

  /** Destroys the connection at once; the queries that wait on it fail. */
  cut() {
    this.#open?.connection.stream.destroy()
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#settings) as CuttableClient
    this.#open = client
    const forget = () => {
      if (this.#open === client) this.#client = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    try {
      await client.connect()
      cutSilent(client, this.#settings.silentForMs)
      await client.query(SESSION + this.#setting)
    } catch (error) {
      forget()
      client.connection.stream.destroy()
      throw error
    }
    return client
  }

  async [Symbol.asyncDispose]() {
    using _late = cutLater(() => this.cut())
    const client = await this.#client?.catch(() => undefined)
    await client?.end()
  }
}
