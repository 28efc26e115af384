/** Upper ends in seconds. A read takes a fraction of a millisecond, a large upload some seconds. */
export const BUCKETS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const

const LIMITS_MS = BUCKETS.map((seconds) => seconds * 1000)

/**
 * Counts the answers of one operation by status and duration. Plain numbers, formatted only when /metrics is asked for.
 */
export class RequestSeries {
  readonly operation: string
  readonly statuses = new Map<number, number>()
  /** Answers per bucket, not cumulative; the last one counts those beyond all buckets. */
  readonly counts: number[] = new Array(BUCKETS.length + 1).fill(0)
  sumMs = 0

  constructor(operation: string) {
    this.operation = operation
  }

  note(status: number, ms: number) {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    let bucket = 0
    while (bucket < LIMITS_MS.length && ms > LIMITS_MS[bucket]!) bucket++
    this.counts[bucket]!++
    this.sumMs += ms
  }
}
