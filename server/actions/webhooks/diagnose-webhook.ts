import { adviceFor, adviceForStatus } from '../../outbound/advice.ts'
import type { Stage } from '../../outbound/failure.ts'
import type { Result, Seen } from '../../outbound/webhook-client.ts'
import type { WebhookRow } from '../../storage/webhooks/webhook-rows.ts'
import type { World } from '../../world.ts'
import type { Note } from '../note.ts'
import { resultWords } from './attempt-row.ts'
import { findOwnWebhook, type WebhookChoice } from './find-own-webhook.ts'
import { recordTestAttempt, testEvent } from './send-test-event.ts'
import { webhookPosting } from './webhook-posting.ts'

export interface Step {
  name: 'resolve' | 'connect' | 'certificate' | 'answer'
  /** Undefined if an earlier step failed. */
  ok: boolean | undefined
  detail: string
}

interface Diagnosis {
  url: string
  healthy: boolean
  steps: Step[]
  /** What to fix, in one sentence. */
  advice: string
}

/** Tries a delivery step by step, up to a signed test event, and says where it fails. */
export async function diagnoseWebhook(
  world: World,
  choice: WebhookChoice,
  note?: Note<WebhookRow>,
): Promise<Diagnosis> {
  const webhook = await findOwnWebhook(world.db, choice)
  const posting = webhookPosting(world, webhook, testEvent(world, webhook))
  const { seen, ...result } = await world.receivers.diagnose(posting)
  await recordTestAttempt(world, webhook, { posting, result }, note)
  const problem =
    'failure' in result ? adviceFor(result.failure) : adviceForStatus(result.status, result.location)
  return {
    url: webhook.url,
    healthy: problem === undefined && webhook.enabled === 1,
    steps: stepsOf(result, seen),
    advice: problem ?? (webhook.enabled ? 'All is well.' : 'Your server is well: switch the URL on again.'),
  }
}

const REACHED: Record<Stage, number> = { dns: 0, address: 0, connect: 1, tls: 2, answer: 3 }

function stepsOf(result: Result, { addresses, connectedTo, certificate }: Seen): Step[] {
  const failedAt = 'failure' in result ? REACHED[result.failure.stage] : undefined
  const details = [
    addresses?.join(', '),
    connectedTo,
    certificate && `by ${certificate.issuer}, until ${certificate.lastDay}`,
    `${resultWords(result)} after ${result.durationMs} ms`,
  ]
  const names = ['resolve', 'connect', 'certificate', 'answer'] as const
  return names.map((name, i) => {
    if (failedAt === i) return { name, ok: false, detail: resultWords(result) }
    if (failedAt !== undefined && i > failedAt) return { name, ok: undefined, detail: 'not reached' }
    const refused = name === 'answer' && 'status' in result && adviceForStatus(result.status) !== undefined
    return { name, ok: !refused, detail: details[i] ?? '' }
  })
}
