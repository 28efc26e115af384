import type { Queries } from '../storage/engine.ts'
import type { Soon } from '../storage/soon.ts'

/**
 * Writes what else there is to note about a change; given by the caller, who knows the person behind it. An action
 * calls it inside its transaction with what it changed, and only if it changed something: both are kept or neither.
 */
export type Note<Change> = (tx: Queries, change: Change) => Soon<unknown>
