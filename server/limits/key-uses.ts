import { noteKeyUse } from '../storage/api-keys.ts'
import type { Engine } from '../storage/engine.ts'

const FLUSH_MS = 15_000

/** When each key was last used, written down every few seconds instead of with every request. */
export class KeyUses implements AsyncDisposable {
  readonly #db: Engine
  readonly #timer: NodeJS.Timeout
  #uses = new Map<string, number>()

  constructor(db: Engine) {
    this.#db = db
    this.#timer = setInterval(() => void this.flush().catch(() => {}), FLUSH_MS).unref()
  }

  note(storeId: string, at: number) {
    this.#uses.set(storeId, at)
  }

  async flush() {
    if (this.#uses.size === 0) return
    const uses = [...this.#uses]
    this.#uses = new Map()
    await this.#db.transaction(async (tx) => {
      for (const [storeId, at] of uses) await noteKeyUse(tx, storeId, at)
    })
  }

  async [Symbol.asyncDispose]() {
    clearInterval(this.#timer)
    await this.flush().catch(() => {})
  }
}
