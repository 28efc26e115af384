import type { Logger } from 'pino'

const QUIET_MS = 10_000

export interface OutageWords {
  level: 'warn' | 'error'
  begins: string
  ends: string
  /** `ends` says that it works again. Silence is no proof of that, so it waits for a call of `worked`. */
  needsProof?: true
}

/**
 * While the same failure repeats, the log gets its first case and, once no more have come for a while, one line with
 * how many there were. A line for each would bury everything else, and may be what fills the disk.
 */
export class OutageLog {
  readonly #log: Logger
  readonly #words: OutageWords
  readonly #quietMs: number
  #cases = 0
  #isProven = false
  #isQuiet = false
  #quiet: NodeJS.Timeout | undefined

  constructor(log: Logger, words: OutageWords, quietMs = QUIET_MS) {
    this.#log = log
    this.#words = words
    this.#quietMs = quietMs
  }

  note(details: object) {
    const { level, begins } = this.#words
    this.#isProven = !this.#words.needsProof
    this.#isQuiet = false
    if (++this.#cases > 1) return void this.#quiet?.refresh()
    this.#log[level](details, begins)
    this.#quiet = setTimeout(() => this.#beQuiet(), this.#quietMs).unref()
  }

  worked() {
    this.#isProven = true
    if (this.#isQuiet) this.#over()
  }

  #beQuiet() {
    this.#isQuiet = true
    if (this.#isProven) this.#over()
  }

  #over() {
    this.#log.info({ cases: this.#cases }, this.#words.ends)
    this.#cases = 0
    this.#isQuiet = false
  }
}
