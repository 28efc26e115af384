import { OPERATIONS } from '#contract/operations.ts'
import { judge } from '../rules/rate-window.ts'
import { type Admitted, type Ask, admitTogether } from '../storage/admissions.ts'
import type { Engine } from '../storage/engine.ts'
import { type Counter, networkSubject } from './counter.ts'
import type { Gate } from './gate.ts'

interface Waiting {
  ask: Ask
  resolve(admitted: Admitted): void
  reject(error: unknown): void
}

/**
 * Keys and counts in PostgreSQL, shared by all instances. The requests of one turn of the event loop are sent together:
 * one round trip finds all their keys and counts them.
 */
export function postgresGate(db: Engine): Gate {
  let waiting: Waiting[] = []

  async function flush() {
    const together = waiting
    waiting = []
    try {
      const answers = await admitTogether(
        db,
        together.map(({ ask }) => ask),
      )
      for (const [i, { resolve }] of together.entries()) resolve(answers[i]!)
    } catch (error) {
      for (const { reject } of together) reject(error)
    }
  }

  return {
    async admit(keyHash, address, operation, now) {
      const { storeId, window } = await new Promise<Admitted>((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush)
        waiting.push({
          ask: { keyHash, address: networkSubject(address), operation, now },
          resolve,
          reject,
        })
      })
      return { storeId, limit: judge(window, OPERATIONS[operation].perMinute) }
    },
  }
}

/** Counts requests outside the API in the same table. */
export const postgresCounter = (db: Engine): Counter => ({
  async hit(subject, operation, now) {
    const [admitted] = await admitTogether(db, [{ keyHash: undefined, address: subject, operation, now }])
    return admitted!.window
  },
})
