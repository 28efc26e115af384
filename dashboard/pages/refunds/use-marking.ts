import { notifications } from '@mantine/notifications'
import { ApiProblem } from '../../api.ts'
import { useRefresh } from '../../queries.ts'
import { texts } from '../../texts.ts'

const isMarked = (error: unknown) => error instanceof ApiProblem && error.code === 'not_found'

type List = 'listRefunds' | 'listPaymentProblems'

/** Marks what stands in a list, which another owner may have done meanwhile, or an earlier press without its answer. */
export function useMarking(list: List, done: string, onMarked?: () => void) {
  const refresh = useRefresh()
  const look = () => refresh(list, 'overview', 'readDeletion')
  return async (deed: Promise<unknown>) => {
    let message = done
    try {
      await deed
    } catch (error) {
      if (!isMarked(error)) {
        void look()
        throw error
      }
      message = texts.orders.markedAlready
    }
    notifications.show({ message, color: 'green' })
    onMarked?.()
    await look()
  }
}
