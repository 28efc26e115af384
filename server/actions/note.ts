import type { Queries } from '../storage/engine.ts'
import type { Soon } from '../storage/soon.ts'

/**
 * What else is written about a change, by who knows the person behind it. An action calls it inside its transaction with
 * what it changed, and only if it changed something: both stand or fall together.
 */
export type Note<Change> = (tx: Queries, change: Change) => Soon<unknown>
