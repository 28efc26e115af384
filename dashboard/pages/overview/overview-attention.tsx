import type { ReactNode } from 'react'
import { TO_PREPARE } from '#contract/dashboard/orders.ts'
import type { Overview } from '#contract/dashboard/overview.ts'
import { money } from '../../format.ts'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { TextLink } from '../../parts/links.tsx'
import { Card } from '../../parts/page.tsx'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import styles from './overview.module.css'

const words = texts.overview

/** What waits for this person, each with the way to it. */
export function Attention({ overview }: { overview: Overview }) {
  const { slug } = useStore()
  const params = { store: slug }
  const { to_prepare, refunds_due, payment_problems, failing_webhooks } = overview
  const lines: ReactNode[] = []
  const add = (key: string, icon: IconName, what: string, link: ReactNode) =>
    lines.push(
      <li key={key} className={styles.line}>
        <Icon name={icon} />
        <span>{what}</span>
        {link}
      </li>,
    )
  if (to_prepare > 0)
    add(
      'orders',
      'orders',
      words.toPrepare(to_prepare),
      <TextLink to="/s/$store/orders" params={params} search={{ status: TO_PREPARE }}>
        {words.see.orders}
      </TextLink>,
    )
  if (refunds_due.count > 0)
    add(
      'refunds',
      'money',
      words.refunds(refunds_due.count, money(refunds_due.amount)),
      <TextLink to="/s/$store/refunds" params={params}>
        {words.see.refunds}
      </TextLink>,
    )
  if (payment_problems > 0)
    add(
      'problems',
      'money',
      words.problems(payment_problems),
      <TextLink to="/s/$store/refunds" params={params}>
        {words.see.problems}
      </TextLink>,
    )
  for (const { id, host, enabled, failed_deliveries } of failing_webhooks)
    add(
      id,
      'hook',
      enabled ? words.failingWebhook(host, failed_deliveries) : words.disabledWebhook(host),
      <TextLink
        to="/s/$store/developer/webhooks/$webhook"
        params={{ ...params, webhook: id }}
        aria-label={`${words.see.webhook}: ${host}`}
      >
        {words.see.webhook}
      </TextLink>,
    )
  return (
    <Card title={words.attention}>
      {lines.length > 0 ? (
        <ul className={styles.list}>{lines}</ul>
      ) : (
        <p className="soft">{words.attentionNone}</p>
      )}
    </Card>
  )
}
