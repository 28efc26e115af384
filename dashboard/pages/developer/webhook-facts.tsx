import type { WebhookLine } from '#contract/dashboard/webhooks.ts'
import { Facts } from '../../parts/facts.tsx'
import { Time } from '../../parts/time.tsx'
import { texts } from '../../texts.ts'
import { WebhookState } from './webhook-state.tsx'

const words = texts.developer.webhooks

export function WebhookFacts({ webhook }: { webhook: WebhookLine }) {
  const { failing_since, disabled_at, disabled_reason, previous_secret_until, created_at, enabled } = webhook
  const moments = [
    [words.columns.since, created_at],
    [words.failingSince, enabled ? failing_since : null],
    [words.stoppedAt, enabled ? null : disabled_at],
    [
      words.both,
      previous_secret_until && Date.parse(previous_secret_until) > Date.now() ? previous_secret_until : null,
    ],
  ] as const
  return (
    <div className="stack-tight">
      <Facts
        across
        facts={[
          [words.columns.state, <WebhookState key="state" webhook={webhook} />],
          ...moments.map(([name, at]) => [name, at && <Time key={name} at={at} />] as const),
        ]}
      />
      {!enabled && (
        <p className="soft small">{[disabled_reason, words.offNote].filter(Boolean).join('. ')}</p>
      )}
    </div>
  )
}
