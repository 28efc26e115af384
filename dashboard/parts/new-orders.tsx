import { useEffect, useRef, useState } from 'react'
import { texts } from '../texts.ts'
import { useOverview } from './use-overview.ts'

/** Tells screen readers how many orders have arrived since the page was opened. */
export function NewOrders({ days }: { days: number }) {
  const { data, isPlaceholderData } = useOverview(days)
  const orders = isPlaceholderData ? undefined : data?.orders
  const before = useRef(orders)
  const [came, setCame] = useState(0)
  useEffect(() => {
    if (orders === undefined) return
    const more = orders - (before.current ?? orders)
    before.current = orders
    if (more > 0) setCame((sofar) => sofar + more)
  }, [orders])
  return (
    <p className="unseen" role="status">
      {came > 0 && texts.orders.newOrders(came)}
    </p>
  )
}
