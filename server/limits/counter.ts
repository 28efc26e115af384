import { networkOf } from '../rules/network/network.ts'
import type { Window } from '../rules/rate-window.ts'
import type { MaybePromise } from '../storage/maybe-promise.ts'

/** Counts requests per subject (a store or an address) and operation, one atomic step each. */
export interface Counter {
  hit(subject: string, operation: string, now: number): MaybePromise<Window>
}

/** A caller known by an address only is counted together with its whole network. */
export const networkSubject = (address: string): string => `address ${networkOf(address)}`
