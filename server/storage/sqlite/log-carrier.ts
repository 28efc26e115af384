import { Worker } from 'node:worker_threads'

/** After so many it looks how long the log has become. */
const JOBS_BETWEEN = 64

/**
 * Carries SQLite's log into its file on a thread of its own while much is written, so that requests wait neither for
 * those writes nor for their sync. What it has not come to the writer carries over itself, when the log has become long
 * or nobody writes.
 */
export class LogCarrier implements AsyncDisposable {
  readonly #path: string
  #thread: Worker | undefined
  #isBusy = false
  #jobs = 0

  constructor(path: string) {
    this.#path = path
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
    } catch {
      // There is no room for a thread. It stays busy: it is asked no more, and the writer does its work.
    }
  }

  #begin(): Worker {
    const thread = new Worker(new URL('./log-carrier-thread.ts', import.meta.url), { workerData: this.#path })
    thread.unref()
    thread.on('message', () => {
      this.#isBusy = false
    })
    return thread.on('error', () => {}) // It stays busy then, too.
  }

  async [Symbol.asyncDispose]() {
    await this.#thread?.terminate()
  }
}
