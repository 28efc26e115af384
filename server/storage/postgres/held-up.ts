import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Sent } from './batch.ts'
import { codeOf, postgresDialect } from './dialect.ts'

export const LOCK_NOT_GIVEN = '55P03'
/** As long as a session of its own would wait. */
const LONGEST_WAIT_MS = 3_000
const PAUSE_MS = 100

type Send = (statements: readonly Sent[]) => Promise<Answer[]>

/**
 * For connections on which statements follow each other: one that waited there for a lock, such as that of an operator on
 * a table, would have all behind it wait too, and each of them that needs the same lock as long again. So it is given up
 * there after a moment, and one of those who ask the same tries again for all of them.
 */
export class HeldUp {
  readonly #send: Send
  /** Who tries again, by the name of the statement. */
  readonly #trying = new Map<string | undefined, Promise<Answer[]>>()
  #lastTry: Promise<unknown> = Promise.resolve()

  constructor(send: Send) {
    this.#send = send
  }

  async send(statements: readonly Sent[]): Promise<Answer[]> {
    const name = statements[0]?.query.name
    for (;;) {
      await this.#trying.get(name)?.catch(passOn)
      try {
        return await this.#send(statements)
      } catch (error) {
        if (codeOf(error) !== LOCK_NOT_GIVEN) throw error
      }
      if (!this.#trying.has(name)) return await this.#tryForAll(name, statements)
    }
  }

  async #tryForAll(name: string | undefined, statements: readonly Sent[]): Promise<Answer[]> {
    const trying = this.#tryAgain(statements)
    this.#trying.set(name, trying)
    try {
      return await trying
    } finally {
      this.#trying.delete(name)
    }
  }

  async #tryAgain(statements: readonly Sent[]): Promise<Answer[]> {
    const end = performance.now() + LONGEST_WAIT_MS
    for (;;) {
      try {
        return await this.#inTurn(statements)
      } catch (error) {
        if (codeOf(error) !== LOCK_NOT_GIVEN || performance.now() > end) throw error
      }
    }
  }

  /** One try after the other, whatever it is that waits: most of the time is for those who need not wait. */
  #inTurn(statements: readonly Sent[]): Promise<Answer[]> {
    const next = this.#lastTry.then(() => pause(PAUSE_MS)).then(() => this.#send(statements))
    this.#lastTry = next.catch(() => {})
    return next
  }
}

/** Of what went wrong for one, what would for all who ask the same. */
function passOn(error: unknown) {
  if (postgresDialect.isUnavailable(error)) throw error
}
