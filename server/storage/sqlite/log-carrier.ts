import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { LogState } from './log-state.ts'

/** Pages that are changed again and again are carried over once, and two syncs are shared by many. */
const FEWEST_PAGES = 500
/** In pages. Such a log should begin anew, which it does at the first commit that finds all of it carried over. */
const LONG_LOG = 2000
/** More are carried over before anybody is to wait, as long as each time leaves less than half of what was left before. */
const FEW_LEFT = 64

interface Told {
  carried(): void
  /** There is no thread: the log is left to the writer for good. */
  gaveUp(): void
}

/**
 * Carries SQLite's log into its file on a thread of its own, so that requests wait neither for those writes nor for
 * their sync. More is written meanwhile, and something is always left: where the log has become long, whoever writes
 * lets the thread `finish`, and whoever reads does not wait.
 */
export class LogCarrier implements AsyncDisposable {
  readonly #path: string
  readonly #told: Told
  readonly #log: Logger | undefined
  #thread: Worker | undefined
  #isBusy = false
  #isGone = false
  #leftBefore = Number.POSITIVE_INFINITY
  #isToFinish = false
  #finished: (() => void) | undefined
  /** How long the log was when nothing was left of it: where somebody still read it, it has not begun anew. */
  #finishedAt = 0

  constructor(path: string, told: Told, log?: Logger) {
    this.#path = path
    this.#told = told
    this.#log = log
  }

  /** Whether the thread sees to this log; to be asked after every commit. */
  takes({ left }: LogState): boolean {
    if (left < FEWEST_PAGES) return false
    if (!this.#isBusy) this.#carry()
    return !this.#isGone
  }

  /** To be awaited between two commits. */
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
    this.#told.carried()
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
      "There is no thread to carry SQLite's log over: whoever writes waits for it",
    )
    this.#told.gaveUp()
  }

  /** It is busy from then on, so that it is asked no more, and nobody waits for its answer. */
  #end() {
    this.#isGone = true
    this.#isBusy = true
    this.#finished?.()
  }

  async [Symbol.asyncDispose]() {
    await this.#thread?.terminate()
  }
}
