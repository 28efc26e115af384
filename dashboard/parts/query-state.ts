import type { Page } from '#contract/dashboard/route.ts'
import { ApiProblem } from '../api.ts'

/** The part of a query that the state components need. */
export interface QueryState<T> {
  data: T | undefined
  error: unknown
  refetch: () => unknown
  /** Whether `data` is still of an earlier page or filter. */
  isPlaceholderData?: boolean
  /** When `data` came. */
  dataUpdatedAt: number
}

/** Whether a list is known to be without rows: one that shows none may still be waiting for its own answer. */
export const isEmpty = ({ data, isPlaceholderData }: QueryState<Page<unknown>>): boolean =>
  data?.items.length === 0 && !data.next && !isPlaceholderData

/** Combines two queries: has data once both have, with the older time, and with the first error. */
export const both = <A, B>(one: QueryState<A>, other: QueryState<B>): QueryState<readonly [A, B]> => ({
  data: one.data !== undefined && other.data !== undefined ? [one.data, other.data] : undefined,
  error: one.error ?? other.error,
  refetch: () => Promise.all([one, other].filter(({ error }) => error).map((each) => each.refetch())),
  dataUpdatedAt: Math.min(one.dataUpdatedAt, other.dataUpdatedAt),
})

/** Signed out, timed out, rate-limited: statuses that may pass. */
const PASSING: readonly number[] = [401, 408, 429]

/**
 * A refusal by our own server, so a retry changes nothing. A refusal without a code comes from a proxy and may pass.
 */
export const isLasting = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem &&
  error.status >= 400 &&
  error.status < 500 &&
  error.code !== 'unknown' &&
  !PASSING.includes(error.status)
