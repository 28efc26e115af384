import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { MINUTE_MS } from '../rules/values/durations.ts'
import type { Engine, Queries } from '../storage/engine.ts'
import { noteKeyUse } from '../storage/stores/api-keys.ts'
import { addApiUse, oldestUse } from '../storage/stores/api-use.ts'
import { writeIfPossible } from '../storage/write-if-possible.ts'

const FLUSH_MS = MINUTE_MS
/** How many stores one transaction writes, so that requests are answered in between. */
const MOST_AT_ONCE = 100

interface UsesWorld {
  db: Engine
  log: Logger
  now(): number
}

interface StoreUse {
  lastAt: number
  /** Few entries: only those of the minutes since the last flush. */
  counts: { operation: string; minute: number; requests: number }[]
}

/**
 * Notes when each key was last used and how often per minute, and writes that once a minute instead of with every
 * request. Counts that cannot be written are kept for as long as anybody would look at them.
 */
export class KeyUses implements AsyncDisposable {
  readonly #world: UsesWorld
  readonly #timer: NodeJS.Timeout
  #uses = new Map<string, StoreUse>()
  #isFailing = false
  #underWay: Promise<void> = Promise.resolve()

  constructor(world: UsesWorld) {
    this.#world = world
    this.#timer = setInterval(() => void this.#tryToFlush(), FLUSH_MS).unref()
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

  /** One flush after the other, so that the last one also waits for one that is still writing. */
  flush(): Promise<void> {
    const flushed = this.#underWay.then(() => this.#writeDown())
    this.#underWay = flushed.catch(() => {})
    return flushed
  }

  /** For a page that shows the uses: where nothing can be written now, it shows what was written before. */
  flushIfPossible(): Promise<void> {
    return writeIfPossible(this.#world.db, () => this.flush())
  }

  async #writeDown() {
    if (this.#uses.size === 0) return
    const uses = [...this.#uses].sort(([one], [other]) => (one < other ? -1 : 1))
    this.#uses = new Map()
    const { db, now } = this.#world
    try {
      while (uses.length > 0) {
        const some = uses.slice(0, MOST_AT_ONCE)
        await db.transaction((tx) => write(tx, some, now()))
        uses.splice(0, some.length)
        await othersTurn()
      }
    } finally {
      this.#keep(uses, oldestUse(now()))
    }
  }

  /** Puts unwritten uses back, beside those noted meanwhile. */
  #keep(unwritten: [storeId: string, StoreUse][], oldest: number) {
    for (const [storeId, { lastAt, counts }] of unwritten) {
      const { lastAt: latest = lastAt, counts: newer = [] } = this.#uses.get(storeId) ?? {}
      const older = counts.filter(({ minute }) => minute >= oldest)
      this.#uses.set(storeId, { lastAt: latest, counts: [...older, ...newer] })
    }
  }

  async #tryToFlush() {
    try {
      await this.flush()
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing)
        this.#world.log.warn(
          { err: error },
          'The use of API keys cannot be saved: the dashboard will show it later',
        )
      this.#isFailing = true
    }
  }

  async [Symbol.asyncDispose]() {
    clearInterval(this.#timer)
    await this.#tryToFlush()
  }
}

/**
 * Sorted by store, so that two instances cannot deadlock. Statements of a kind are sent together, without waiting for
 * each other's answers.
 */
async function write(tx: Queries, uses: [storeId: string, StoreUse][], now: number) {
  const known = await Promise.all(uses.map(([storeId, { lastAt }]) => noteKeyUse(tx, storeId, lastAt, now)))
  const counts = uses.flatMap(([store_id, use], i) =>
    known[i] ? use.counts.map((count) => ({ store_id, ...count })) : [],
  )
  await Promise.all(counts.map((count) => addApiUse(tx, count)))
}
