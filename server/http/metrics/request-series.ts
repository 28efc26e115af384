/** Upper ends in seconds. A read takes a fraction of a millisecond, a large upload some seconds. */
export const BUCKETS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const

const LIMITS_MS = BUCKETS.map((seconds) => seconds * 1000)

/** How often one operation was answered, with what and how fast: plain numbers, put into words when somebody asks. */
export class RequestSeries {
  readonly operation: string
  readonly statuses = new Map<number, number>()
  /** How many fell into each bucket alone; the last one is for what took longer than all. */
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
