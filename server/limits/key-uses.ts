import { setImmediate as nextTurn } from 'node:timers/promises'
import { noteKeyUse } from '../storage/api-keys.ts'
import { addApiUse, forgetApiUse } from '../storage/api-use.ts'
import type { Engine, Queries } from '../storage/engine.ts'

const FLUSH_MS = 60_000
const MINUTE_MS = 60_000
const KEPT_MINUTES = 120
/** So that requests are answered in between. */
const MOST_AT_ONCE = 1000

interface StoreUse {
  lastAt: number
  /** Few: those of the minutes since they were last written down. */
  counts: { operation: string; minute: number; requests: number }[]
}

/** When each key was last used and how often a minute, written down once a minute instead of with every request. */
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
      use = { lastAt: at, counts: [] }
      this.#uses.set(storeId, use)
    }
    use.lastAt = at
    const minute = Math.floor(at / MINUTE_MS)
    for (const count of use.counts) {
      if (count.minute === minute && count.operation === operation) return void count.requests++
    }
    use.counts.push({ operation, minute, requests: 1 })
  }

  async flush() {
    if (this.#uses.size === 0) return
    const uses = [...this.#uses].sort(([one], [other]) => (one < other ? -1 : 1))
    this.#uses = new Map()
    const latest = uses.reduce((last, [, { lastAt }]) => Math.max(last, lastAt), 0)
    while (uses.length > 0) {
      const some = uses.splice(0, MOST_AT_ONCE)
      await this.#db.transaction((tx) => write(tx, some))
      await nextTurn()
    }
    while (await forgetApiUse(this.#db, Math.floor(latest / MINUTE_MS) - KEPT_MINUTES)) await nextTurn()
  }

  async [Symbol.asyncDispose]() {
    clearInterval(this.#timer)
    await this.flush().catch(() => {})
  }
}

/** In one order everywhere, so that two instances cannot block each other; all at once, as each need not wait for an answer. */
async function write(tx: Queries, uses: [storeId: string, StoreUse][]) {
  const known = await Promise.all(uses.map(([storeId, { lastAt }]) => noteKeyUse(tx, storeId, lastAt)))
  const counts = uses.flatMap(([store_id, use], i) =>
    known[i] ? use.counts.map((count) => ({ store_id, ...count })) : [],
  )
  await Promise.all(counts.map((count) => addApiUse(tx, count)))
}
