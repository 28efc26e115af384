import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { LogState } from './log-carrier-thread.ts'

/** After so many it looks how long the log has become. */
const JOBS_BETWEEN = 64
/** Pages that are changed again and again are carried once, and two syncs are shared by many. */
const FEWEST_PAGES = 500
/** In pages. Such a log should begin anew, which it does at the first commit that finds all of it carried over. */
const LONG_LOG = 2000
/** More are carried over before anybody is to wait. */
const FEW_LEFT = 64
const MOST_TRIES = 5

/**
 * Carries SQLite's log into its file on a thread of its own while much is written, so that requests wait neither for
 * those writes nor for their sync. More is written meanwhile, and something is always left: where the log has become
 * long, whoever writes lets the thread `finish`. What it has not come to the writer carries over itself, when the log
 * has become longer still or nobody writes.
 */
export class LogCarrier implements AsyncDisposable {
  readonly #path: string
  readonly #carried: () => void
  readonly #log: Logger | undefined
  #thread: Worker | undefined
  #isBusy = false
  #jobs = 0
  #tries = 0
  #isToFinish = false
  #finished: (() => void) | undefined
  /** How long the log was when nothing was left of it: where somebody still read it, it has not begun anew. */
  #finishedAt = 0

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
    this.#carry(FEWEST_PAGES)
  }

  /** To be awaited between two commits. */
  async finish(): Promise<void> {
    if (!this.#isToFinish || this.#isBusy) return
    this.#isToFinish = false
    this.#thread?.ref()
    await new Promise<void>((resolve) => {
      this.#finished = resolve
      this.#carry(1)
    })
    this.#finished = undefined
    this.#thread?.unref()
  }

  #carry(fewestPages: number) {
    this.#isBusy = true
    try {
      this.#thread ??= this.#begin()
      this.#thread.postMessage(fewestPages)
    } catch (error) {
      this.#giveUp(error)
    }
  }

  #begin(): Worker {
    const thread = new Worker(new URL('./log-carrier-thread.ts', import.meta.url), {
      workerData: this.#path,
      trackUnmanagedFds: false,
    })
    thread.unref()
    thread.on('message', (state: LogState) => this.#hasCarried(state))
    return thread.on('error', (error) => this.#giveUp(error))
  }

  #hasCarried({ length, left }: LogState) {
    this.#isBusy = false
    this.#carried()
    if (this.#finished) {
      this.#finishedAt = length
      return this.#finished()
    }
    if (length < this.#finishedAt) this.#finishedAt = 0
    if (length - this.#finishedAt < LONG_LOG) return
    if (left > FEW_LEFT && ++this.#tries < MOST_TRIES) return this.#carry(1)
    this.#tries = 0
    this.#isToFinish = true
  }

  /** It stays busy: it is asked no more, and the writer does its work. */
  #giveUp(error: unknown) {
    this.#log?.warn(
      { err: error },
      "There is no thread to carry SQLite's log over: whoever writes waits for it",
    )
    this.#finished?.()
  }

  async [Symbol.asyncDispose]() {
    await this.#thread?.terminate()
  }
}
