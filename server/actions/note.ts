import type { Queries } from '../storage/engine.ts'
import type { MaybePromise } from '../storage/maybe-promise.ts'

/**
 * Writes what the caller records about a change, such as who made it. An action calls it inside its transaction with
 * what it changed, and only if it changed something: both are kept or neither.
 */
export type Note<Change> = (tx: Queries, change: Change) => MaybePromise<unknown>
