import { useCall, whileSeen } from '../queries.ts'
import { useStore } from '../session.ts'

/** Minutes that the viewer's clock is ahead of UTC. */
const offset = () => -new Date().getTimezoneOffset()

export const useOverview = (days: number) =>
  useCall(
    'overview',
    { store: useStore().store_id, days, offset: offset() },
    { keep: true, every: whileSeen },
  )
