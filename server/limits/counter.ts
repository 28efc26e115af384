import { networkOf } from '../rules/network/network.ts'
import type { Window } from '../rules/rate-window.ts'
import type { Soon } from '../storage/soon.ts'

/** Counts requests per subject (a store or an address) and operation, one atomic step each. */
export interface Counter {
  hit(subject: string, operation: string, now: number): Soon<Window>
}

/** Whoever is known by an address alone is counted with all of their network. */
export const networkSubject = (address: string): string => `address ${networkOf(address)}`
