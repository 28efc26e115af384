const A_MOMENT_MS = 1000

/** A body may take minutes: who was let in may have been shut out by then, and is asked for again. */
export const tookLong = (began: number, ended: number): boolean => Math.abs(ended - began) > A_MOMENT_MS
