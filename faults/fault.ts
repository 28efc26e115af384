/** One kind of failure, produced for real. */
export interface Fault {
  name: string
  /** The description in the table of docs/faults.md. */
  what: string
  run(): Promise<Finding>
}

export interface Finding {
  /** How often it was produced. */
  runs: number
  /** Writes that were acknowledged during the fault. */
  acknowledged: number
  /** What was lost, done twice or answered wrongly. Should be empty. */
  problems: string[]
  /** The longest wait for a 503, where there were any. */
  refusedWithinMs?: number | undefined
  /** From the end of the fault until every instance answered as before. */
  recoveredWithinMs?: number | undefined
  notes?: string
}

/** This machine does not allow the fault; the message says what would. */
export class NotPossible extends Error {}
