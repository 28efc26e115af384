import type { WebhookLine } from '#contract/dashboard/webhooks.ts'
import { Time } from '../../parts/time.tsx'
import { texts } from '../../texts.ts'
import styles from './developer.module.css'
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
      <dl className={styles.facts}>
        <div>
          <dt>{words.columns.state}</dt>
          <dd>
            <WebhookState webhook={webhook} />
          </dd>
        </div>
        {moments.map(
          ([name, at]) =>
            at && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <Time at={at} />
                </dd>
              </div>
            ),
        )}
      </dl>
      {!enabled && (
        <p className="soft small">{[disabled_reason, words.offNote].filter(Boolean).join('. ')}</p>
      )}
    </div>
  )
}
