import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'

/** After so many it looks how long the log has become. */
const JOBS_BETWEEN = 64

/**
 * Carries SQLite's log into its file on a thread of its own while much is written, so that requests wait neither for
 * those writes nor for their sync. What it has not come to the writer carries over itself, when the log has become long
 * or nobody writes.
 */
export class LogCarrier implements AsyncDisposable {
  readonly #path: string
  readonly #carried: () => void
  readonly #log: Logger | undefined
  #thread: Worker | undefined
  #isBusy = false
  #jobs = 0

  constructor(path: string, carried: () => void, log?: Logger) {
    this.#path = path
    this.#carried = carried
    this.#log = log
  }

  /** To be told of every commit. */
  committed(jobs: number) {
    this.#jobs += jobs
    if (this.#isBusy || this.#jobs < JOBS_BETWEEN) return
    this.#jobs = 0
    this.#isBusy = true
    try {
      this.#thread ??= this.#begin()
      this.#thread.postMessage('carry')
    } catch (error) {
      this.#giveUp(error)
    }
  }

  #begin(): Worker {
    const thread = new Worker(new URL('./log-carrier-thread.ts', import.meta.url), { workerData: this.#path })
    thread.unref()
    thread.on('message', () => {
      this.#isBusy = false
      this.#carried()
    })
    return thread.on('error', (error) => this.#giveUp(error))
  }

  /** It stays busy: it is asked no more, and the writer does its work. */
  #giveUp(error: unknown) {
    this.#log?.warn(
      { err: error },
      "There is no thread to carry SQLite's log over: whoever writes waits for it",
    )
  }

  async [Symbol.asyncDispose]() {
    await this.#thread?.terminate()
  }
}
