import type { WebhookLine } from '#contract/dashboard/webhooks.ts'
import { Badge } from '../../parts/status.tsx'
import { texts } from '../../texts.ts'

const words = texts.developer.webhooks.states

export function WebhookState({ webhook }: { webhook: WebhookLine }) {
  if (!webhook.enabled) return <Badge tone="quiet">{words.off}</Badge>
  if (webhook.failing_since) return <Badge tone="bad">{words.failing}</Badge>
  return <Badge tone="good">{words.waiting}</Badge>
}
