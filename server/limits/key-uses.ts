import { noteKeyUse } from '../storage/api-keys.ts'
import { addApiUse, forgetApiUse } from '../storage/api-use.ts'
import type { Engine } from '../storage/engine.ts'

const FLUSH_MS = 15_000
const MINUTE_MS = 60_000
const KEPT_MINUTES = 120

interface StoreUse {
  lastAt: number
  /** Requests by minute and operation. */
  counts: Map<string, { operation: string; minute: number; requests: number }>
}

/** When each key was last used and how often a minute, written down every few seconds instead of with every request. */
export class KeyUses implements AsyncDisposable {
  readonly #db: Engine
  readonly #timer: NodeJS.Timeout
  #uses = new Map<string, StoreUse>()

  constructor(db: Engine) {
    this.#db = db
    this.#timer = setInterval(() => void this.flush().catch(() => {}), FLUSH_MS).unref()
  }

  note(storeId: string, operation: string, at: number) {
    let use = this.#uses.get(storeId)
    if (!use) {
      use = { lastAt: at, counts: new Map() }
      this.#uses.set(storeId, use)
    }
    use.lastAt = at
    const minute = Math.floor(at / MINUTE_MS)
    const count = use.counts.get(`${minute} ${operation}`)
    if (count) count.requests++
    else use.counts.set(`${minute} ${operation}`, { operation, minute, requests: 1 })
  }

  async flush() {
    if (this.#uses.size === 0) return
    const uses = [...this.#uses]
    this.#uses = new Map()
    const latest = Math.max(...uses.map(([, { lastAt }]) => lastAt))
    await this.#db.transaction(async (tx) => {
      for (const [store_id, { lastAt, counts }] of uses) {
        if (!(await noteKeyUse(tx, store_id, lastAt))) continue
        for (const count of counts.values()) await addApiUse(tx, { store_id, ...count })
      }
      await forgetApiUse(tx, Math.floor(latest / MINUTE_MS) - KEPT_MINUTES)
    })
  }

  async [Symbol.asyncDispose]() {
    clearInterval(this.#timer)
    await this.flush().catch(() => {})
  }
}
