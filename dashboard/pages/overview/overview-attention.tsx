import type { ReactNode } from 'react'
import { TO_PREPARE } from '#contract/dashboard/orders.ts'
import type { Overview } from '#contract/dashboard/overview.ts'
import { money } from '../../format.ts'
import { Icon, type IconName } from '../../parts/icons.tsx'
import lines from '../../parts/lines.module.css'
import { TextLink } from '../../parts/links.tsx'
import { Card } from '../../parts/page.tsx'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'

const words = texts.overview

/** What needs this person's attention, each with a link. */
export function Attention({ overview }: { overview: Overview }) {
  const params = { store: useStore().slug }
  const { to_prepare, refunds_due, payment_problems, failing_webhooks } = overview
  const waiting = to_prepare + refunds_due.count + payment_problems + failing_webhooks.length
  if (waiting === 0)
    return (
      <Card title={words.attention}>
        <p className="soft">{words.attentionNone}</p>
      </Card>
    )
  return (
    <Card title={words.attention}>
      <ul className={lines.list}>
        {to_prepare > 0 && (
          <Line icon="orders" what={words.toPrepare(to_prepare)}>
            <TextLink to="/s/$store/orders" params={params} search={{ status: TO_PREPARE }}>
              {words.see.orders}
            </TextLink>
          </Line>
        )}
        {refunds_due.count > 0 && (
          <Line icon="money" what={words.refunds(refunds_due.count, money(refunds_due.amount))}>
            <TextLink to="/s/$store/refunds" params={params}>
              {words.see.refunds}
            </TextLink>
          </Line>
        )}
        {payment_problems > 0 && (
          <Line icon="money" what={words.problems(payment_problems)}>
            <TextLink to="/s/$store/refunds" params={params}>
              {words.see.problems}
            </TextLink>
          </Line>
        )}
        {failing_webhooks.map((webhook) => (
          <WebhookLine key={webhook.id} webhook={webhook} />
        ))}
      </ul>
    </Card>
  )
}

const Line = ({ icon, what, children }: { icon: IconName; what: string; children: ReactNode }) => (
  <li className={lines.line}>
    <Icon name={icon} />
    <span>{what}</span>
    {children}
  </li>
)

function WebhookLine({ webhook }: { webhook: Overview['failing_webhooks'][number] }) {
  const { id, host, enabled, failed_deliveries } = webhook
  return (
    <Line
      icon="hook"
      what={enabled ? words.failingWebhook(host, failed_deliveries) : words.disabledWebhook(host)}
    >
      <TextLink
        to="/s/$store/developer/webhooks/$webhook"
        params={{ store: useStore().slug, webhook: id }}
        aria-label={`${words.see.webhook}: ${host}`}
      >
        {words.see.webhook}
      </TextLink>
    </Line>
  )
}
