import { OPERATIONS, type Operation } from '#contract/operations.ts'
import { judge, type LimitVerdict } from '../rules/rate-window.ts'
import type { Engine } from '../storage/engine.ts'
import { andThen, type MaybePromise } from '../storage/maybe-promise.ts'
import { type Counter, networkSubject } from './counter.ts'
import { KnownKeys } from './known-keys.ts'

interface Admission {
  /** Undefined when the key is missing or not valid. */
  storeId: string | undefined
  limit: LimitVerdict
}

/** Finds the store of a key and counts the request: under the store, or under the network where no key is valid. */
export interface Gate {
  admit(
    keyHash: string | undefined,
    address: string,
    operation: Operation,
    now: number,
  ): MaybePromise<Admission>
}

/** The gate for counters outside the database. */
export function countingGate(db: Engine, counter: Counter): Gate {
  const keys = new KnownKeys(db)
  return {
    admit: (keyHash, address, operation, now) =>
      andThen(keyHash === undefined ? undefined : keys.storeOf(keyHash), (storeId) => {
        const counted = counter.hit(storeId ?? networkSubject(address), operation, now)
        return andThen(counted, (window) => ({
          storeId,
          limit: judge(window, OPERATIONS[operation].perMinute),
        }))
      }),
  }
}
