import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { LogState } from './log-state.ts'

/** With fewer the thread waits: a page that changes several times is then copied once, and many share the two syncs. */
const FEWEST_PAGES = 500
/** In pages. A log of this length should start over, which it does at the first commit after all of it is copied. */
const LONG_LOG = 2000
/**
 * Writers are made to wait only for so few pages. While more are left, the thread copies again, unless a pass leaves
 * half or more of what the pass before it left.
 */
const FEW_LEFT = 64

interface CarrierEvents {
  carried(): void
  /** There is no thread: from now on the writer copies the log itself. */
  gaveUp(): void
}

/**
 * Checkpoints SQLite: carries its write-ahead log over into the file, on a thread of its own, so that requests wait
 * neither for those writes nor for their sync. Commits go on meanwhile, so some pages are always left: once the log is
 * long, the writer waits for the thread to `finish`. Readers never wait.
 */
export class LogCarrier implements AsyncDisposable {
  readonly #path: string
  readonly #events: CarrierEvents
  readonly #log: Logger | undefined
  #thread: Worker | undefined
  #isBusy = false
  #isGone = false
  #leftBefore = Number.POSITIVE_INFINITY
  #isToFinish = false
  #finished: (() => void) | undefined
  /** Length of the log when it was last copied whole. It has not started over if a reader still used it. */
  #finishedAt = 0

  constructor(path: string, events: CarrierEvents, log?: Logger) {
    this.#path = path
    this.#events = events
    this.#log = log
  }

  /** True if the thread carries this log over, which this starts where it is worth it. Called after every commit. */
  takes({ left }: LogState): boolean {
    if (left < FEWEST_PAGES) return false
    if (!this.#isBusy) this.#carry()
    return !this.#isGone
  }

  /** Awaited between two commits: where the log is long, the thread carries over all of it while none is added. */
  async finish(): Promise<void> {
    if (!this.#isToFinish || this.#isBusy) return
    this.#isToFinish = false
    this.#thread?.ref()
    await new Promise<void>((resolve) => {
      this.#finished = resolve
      this.#carry()
    })
    this.#finished = undefined
    this.#thread?.unref()
  }

  #carry() {
    this.#isBusy = true
    try {
      this.#thread ??= this.#begin()
      this.#thread.postMessage('carry')
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
    thread.on('error', (error) => this.#giveUp(error))
    return thread.on('exit', () => this.#end())
  }

  #hasCarried({ length, left }: LogState) {
    this.#isBusy = false
    this.#events.carried()
    if (this.#finished) {
      this.#finishedAt = length
      return this.#finished()
    }
    if (length < this.#finishedAt) this.#finishedAt = 0
    if (length - this.#finishedAt < LONG_LOG) return
    this.#isToFinish = left <= FEW_LEFT || left >= this.#leftBefore / 2
    this.#leftBefore = this.#isToFinish ? Number.POSITIVE_INFINITY : left
    if (!this.#isToFinish) this.#carry()
  }

  #giveUp(error: unknown) {
    this.#end()
    this.#log?.warn(
      { err: error },
      "No thread can checkpoint SQLite's log: writes do it themselves and wait for it",
    )
    this.#events.gaveUp()
  }

  /** Marks the thread busy for good, so that it gets no more work, and lets go a writer that waits for it. */
  #end() {
    this.#isGone = true
    this.#isBusy = true
    this.#finished?.()
  }

  async [Symbol.asyncDispose]() {
    await this.#thread?.terminate()
  }
}
