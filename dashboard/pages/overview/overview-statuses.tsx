import { Link } from '@tanstack/react-router'
import { ORDER_STATUSES, type OrderStatus } from '#contract/order-status.ts'
import { count } from '../../format.ts'
import { rowLink } from '../../parts/data-table.tsx'
import { Card } from '../../parts/page.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import styles from './overview.module.css'

export function ByStatus({ byStatus, days }: { byStatus: Record<OrderStatus, number>; days: number }) {
  const { slug } = useStore()
  return (
    <Card title={texts.overview.byStatus} note={texts.overview.ofDays(days)}>
      <ul className={styles.list}>
        {ORDER_STATUSES.map((status) => (
          <li key={status} className={styles.line}>
            <Link to="/s/$store/orders" params={{ store: slug }} search={{ status }} className={rowLink}>
              <StatusBadge status={status} />
            </Link>
            <span>{count(byStatus[status])}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
