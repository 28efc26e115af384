import type { Logger } from 'pino'

const QUIET_MS = 10_000

export interface OutageWords {
  level: 'warn' | 'error'
  begins: string
  ends: string
}

/**
 * Of a time in which the same thing goes wrong for everybody the log gets the first case, and when no more have come for a
 * while one line with how many there were: a line each would bury all else, and may be what fills the disk.
 */
export class OutageLog {
  readonly #log: Logger
  readonly #words: OutageWords
  readonly #quietMs: number
  #cases = 0
  #end: NodeJS.Timeout | undefined

  constructor(log: Logger, words: OutageWords, quietMs = QUIET_MS) {
    this.#log = log
    this.#words = words
    this.#quietMs = quietMs
  }

  note(details: object) {
    const { level, begins } = this.#words
    if (++this.#cases > 1) return void this.#end?.refresh()
    this.#log[level](details, begins)
    this.#end = setTimeout(() => this.#over(), this.#quietMs).unref()
  }

  #over() {
    this.#log.info({ refused: this.#cases }, this.#words.ends)
    this.#cases = 0
  }
}
