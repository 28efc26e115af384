import { OPERATIONS, type Operation } from '#contract/operations.ts'
import { judge, type LimitVerdict } from '../rules/rate-window.ts'
import { findStoreOfKey } from '../storage/api-keys.ts'
import type { Queries } from '../storage/engine.ts'
import type { Counter } from './counter.ts'

export interface Admission {
  /** Undefined when the key is missing or not valid. */
  storeId: string | undefined
  limit: LimitVerdict
}

/** Finds the store of a key and counts the request: under the store, or under the address where no key is valid. */
export interface Gate {
  admit(keyHash: string | undefined, address: string, operation: Operation, now: number): Promise<Admission>
}

/** For counters that stand apart from the database. */
export function countingGate(db: Queries, counter: Counter): Gate {
  return {
    async admit(keyHash, address, operation, now) {
      const storeId = keyHash && (await findStoreOfKey(db, keyHash))?.store_id
      const counted = counter.hit(storeId ?? `address ${address}`, operation, now)
      const window = counted instanceof Promise ? await counted : counted
      return { storeId, limit: judge(window, OPERATIONS[operation].perMinute) }
    },
  }
}
