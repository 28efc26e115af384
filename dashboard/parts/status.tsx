import type { OrderStatus } from '#contract/order-status.ts'
import { texts } from '../texts.ts'
import styles from './status.module.css'

/** Keeps badges side by side, even in a narrow column. */
export const badges = styles.badges

export type Tone = 'good' | 'warn' | 'bad' | 'quiet'

export function Badge({ tone, children }: { tone: Tone | OrderStatus; children: string }) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>
}

export const StatusBadge = ({ status }: { status: OrderStatus }) => (
  <Badge tone={status}>{texts.statuses[status]}</Badge>
)

/** Marks what was paid with test money. */
export const TestBadge = () => (
  <span className={`${styles.badge} ${styles.quiet} ${styles.test}`}>{texts.orders.test}</span>
)
