import { Link } from '@tanstack/react-router'
import type { Overview } from '#contract/dashboard/overview.ts'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import { count } from '../../format.ts'
import lines from '../../parts/lines.module.css'
import { rowLink } from '../../parts/lists/data-table.tsx'
import { Card } from '../../parts/page.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'

export function ByStatus({ overview: { by_status, days } }: { overview: Overview }) {
  const { slug } = useStore()
  const from = days[0]?.date
  return (
    <Card title={texts.overview.byStatus} note={texts.overview.ofDays(days.length)}>
      <ul className={lines.list}>
        {ORDER_STATUSES.map((status) => (
          <li key={status} className={lines.line}>
            <Link
              to="/s/$store/orders"
              params={{ store: slug }}
              search={{ status, ...(from && { from }) }}
              className={`${rowLink} ${lines.whole}`}
            >
              <StatusBadge status={status} />
            </Link>
            <span>{count(by_status[status])}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
