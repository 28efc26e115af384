/** One way in which things go wrong, brought about for real. */
export interface Fault {
  name: string
  /** What is done, in the words of the table. */
  what: string
  run(): Promise<Finding>
}

export interface Finding {
  /** How often it was done. */
  runs: number
  /** Writes that were acknowledged while it went on. */
  acknowledged: number
  /** What was lost, done twice or answered wrongly: should be nothing. */
  problems: string[]
  /** The longest that anybody waited for a 503, where there were any. */
  refusedWithinMs?: number | undefined
  /** From the end of the fault until every instance answered as before. */
  recoveredWithinMs?: number | undefined
  notes?: string
}

/** What this machine does not let us do, with what would. */
export class NotPossible extends Error {}
