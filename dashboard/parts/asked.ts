import { ApiProblem } from '../api.ts'

/** Something that is asked for, as far as its states go. */
export interface Asked<T> {
  data: T | undefined
  error: unknown
  refetch: () => unknown
  /** When `data` came. */
  dataUpdatedAt: number
}

/** Two as one: there once both are, as old as the older, and one failure to tell. */
export const both = <A, B>(one: Asked<A>, other: Asked<B>): Asked<readonly [A, B]> => ({
  data: one.data !== undefined && other.data !== undefined ? [one.data, other.data] : undefined,
  error: one.error ?? other.error,
  refetch: () => Promise.all([one, other].filter(({ error }) => error).map((each) => each.refetch())),
  dataUpdatedAt: Math.min(one.dataUpdatedAt, other.dataUpdatedAt),
})

/** Signed out, too slow and too often. */
const PASSING: readonly number[] = [401, 408, 429]

/**
 * Refused in our server's words, so asking again changes nothing.
 * Without a code it was a proxy on the way, which may be itself again in a moment.
 */
export const isFinal = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem &&
  error.status >= 400 &&
  error.status < 500 &&
  error.code !== 'unknown' &&
  !PASSING.includes(error.status)
