import { useRef } from 'react'
import { same } from './same.ts'

/**
 * What is done and then looked at. Where only the look fails, the same asked again is looked at alone: a code, a link or
 * an address that has been used would be refused.
 */
export function useDoAndLook<Result>() {
  const done = useRef<{ asked: unknown; result: Result }>(undefined)
  return async (asked: unknown, deed: () => Promise<Result>, look: (result: Result) => unknown) => {
    if (!same(done.current?.asked, asked)) done.current = { asked, result: await deed() }
    await look(done.current!.result)
    done.current = undefined
  }
}
