import type { RouteName } from '#contract/dashboard.ts'
import { isRefusedAs } from '../api.ts'
import { useRefresh } from '../queries.ts'
import { tellDone } from './tell-done.ts'

interface Words {
  done: string
  /** The message where its object no longer exists. */
  late: string
}

/**
 * Performs an action that may be done already, by somebody else or by an earlier request whose answer was lost. It
 * refetches `shown` in any case.
 */
export function useDeed(...shown: RouteName[]) {
  const refresh = useRefresh()
  return async (deed: Promise<unknown>, { done, late }: Words, onOver?: () => void) => {
    let message = done
    try {
      await deed
    } catch (error) {
      if (!isRefusedAs('not_found', error)) {
        void refresh(...shown)
        throw error
      }
      message = late
    }
    tellDone(message)
    onOver?.()
    await refresh(...shown)
  }
}
