import { useRef } from 'react'
import { same } from './same.ts'

/**
 * Performs a deed, then reads its result back. If only the reading fails, a retry with the same input repeats just the
 * reading, because the server would refuse a code, a link or an address that the deed has already used.
 */
export function useDoAndLook<Result>() {
  const done = useRef<{ asked: unknown; result: Result }>(undefined)
  return async (asked: unknown, deed: () => Promise<Result>, look: (result: Result) => unknown) => {
    if (!same(done.current?.asked, asked)) done.current = { asked, result: await deed() }
    await look(done.current!.result)
    done.current = undefined
  }
}
