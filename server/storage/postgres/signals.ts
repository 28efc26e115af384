import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Engine, Prepared } from '../engine.ts'
import { LocalSignals } from '../local-signals.ts'
import type { Signals, Topic } from '../signals.ts'
import { listenToChannel } from './listen-to-channel.ts'
import { CHANNEL } from './running-services.ts'

const GATHER_MS = 10
const RECONNECT_MS = 1000

const NOTIFY: Prepared = {
  sql: 'select pg_notify($1, $2)',
  name: 'haat_notify',
  reads: true,
}

/**
 * Signals across all processes on one PostgreSQL. NOTIFY is sent after the commit and not within it: PostgreSQL lets
 * commits that notify pass only one at a time. Signals of the same moment are sent as one.
 */
export class PostgresSignals implements Signals {
  readonly #local = new LocalSignals()
  readonly #url: string
  readonly #db: Engine
  readonly #log: Logger
  readonly #gathering = new Set<Topic>()
  readonly #sending = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #listening: Promise<void> | undefined

  constructor(url: string, db: Engine, log: Logger) {
    this.#url = url
    this.#db = db
    this.#log = log
  }

  raise(topic: Topic) {
    this.#local.raise(topic)
    if (this.#gathering.has(topic)) return
    this.#gathering.add(topic)
    const sent = this.#send(topic).finally(() => this.#sending.delete(sent))
    this.#sending.add(sent)
  }

  on(topic: Topic, listener: () => void): Disposable {
    this.attend()
    return this.#local.on(topic, listener)
  }

  attend() {
    this.#listening ??= this.#listen()
  }

  async [Symbol.asyncDispose]() {
    this.#stopping.abort()
    await Promise.all([...this.#sending, this.#listening])
  }

  async #send(topic: Topic) {
    await sleep(GATHER_MS, undefined, { signal: this.#stopping.signal }).catch(() => {})
    this.#gathering.delete(topic)
    await Promise.resolve(this.#db.rows(NOTIFY, [CHANNEL, topic])).catch(() => {})
  }

  async #listen() {
    const { signal } = this.#stopping
    const said = (payload: string | undefined) => this.#local.raise(payload as Topic)
    while (!signal.aborted) {
      await listenToChannel(this.#url, { said, signal }).catch((error: Error) => {
        this.#log.debug({ err: error }, 'The connection that listens for new work was lost')
      })
      await sleep(RECONNECT_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }
}
