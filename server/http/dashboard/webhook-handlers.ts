import { wrongField } from '#contract/dashboard/errors.ts'
import {
  type AttemptLine,
  type DeliveryState,
  MOST_WEBHOOKS,
  type WEBHOOK_ROUTES,
} from '#contract/dashboard/webhooks.ts'
import { audited, writeAudit } from '../../accounts/audited.ts'
import { addWebhook } from '../../actions/add-webhook.ts'
import { diagnoseWebhook } from '../../actions/diagnose-webhook.ts'
import { findOwnWebhook } from '../../actions/find-own-webhook.ts'
import { removeWebhook } from '../../actions/remove-webhook.ts'
import { countReplayRange, replayDelivery, replayRange } from '../../actions/replay.ts'
import { revealWebhookSecret } from '../../actions/reveal-webhook-secret.ts'
import { rotateWebhookSecret } from '../../actions/rotate-webhook-secret.ts'
import { sendTestEvent } from '../../actions/send-test-event.ts'
import { setWebhookEnabled } from '../../actions/set-webhook-enabled.ts'
import { isoTime, isoTimeOrNull } from '../../rules/iso-time.ts'
import { parseId } from '../../rules/uuid.ts'
import { listDeliveries } from '../../storage/deliveries.ts'
import { listAttempts } from '../../storage/delivery-attempts.ts'
import type { DeliveryAttemptRow } from '../../storage/webhook-rows.ts'
import { listWebhooks } from '../../storage/webhooks.ts'
import type { Handlers } from './endpoint.ts'
import { readMoment } from './moment.ts'
import { readLimit } from './page.ts'

const STATES: readonly DeliveryState[] = ['pending', 'delivered', 'failed']

const chosen = ({ store, webhook }: { store: string; webhook: string }) => ({
  storeId: store,
  webhookId: webhook,
})

const attemptLine = (attempt: DeliveryAttemptRow): AttemptLine => ({
  id: attempt.id,
  at: isoTime(attempt.at),
  duration_ms: attempt.duration_ms,
  ok: attempt.status !== null && attempt.status >= 200 && attempt.status < 300,
  status: attempt.status,
  failure: attempt.failure,
  answer: attempt.answer,
})

export const WEBHOOK_HANDLERS: Handlers<keyof typeof WEBHOOK_ROUTES> = {
  async listWebhooks({ world, input }) {
    const webhooks = (await listWebhooks(world.db, input.store)).map((webhook) => ({
      id: webhook.id,
      url: webhook.url,
      enabled: webhook.enabled === 1,
      created_at: isoTime(webhook.created_at),
      failing_since: isoTimeOrNull(webhook.failing_since),
      disabled_at: isoTimeOrNull(webhook.disabled_at),
      disabled_reason: webhook.disabled_reason,
      previous_secret_until: isoTimeOrNull(webhook.previous_secret_until),
    }))
    return { webhooks }
  },

  addWebhook({ world, person, input: { store, url } }) {
    const noted = audited(world, store, person, { action: 'webhook.added', subject: url })
    return addWebhook(noted, { storeId: store, url })
  },

  async removeWebhook({ world, person, input }) {
    const { url } = await findOwnWebhook(world.db, chosen(input))
    const noted = audited(world, input.store, person, { action: 'webhook.removed', subject: url })
    await removeWebhook(noted, chosen(input))
    return {}
  },

  async switchWebhook({ world, person, input }) {
    const { url } = await findOwnWebhook(world.db, chosen(input))
    const action = input.enabled ? 'webhook.enabled' : 'webhook.disabled'
    const noted = audited(world, input.store, person, { action, subject: url })
    await setWebhookEnabled(noted, { ...chosen(input), enabled: input.enabled })
    return {}
  },

  async revealWebhookSecret({ world, person, input }) {
    const { url } = await findOwnWebhook(world.db, chosen(input))
    await writeAudit(world.db, world, input.store, person, { action: 'webhook.secret_shown', subject: url })
    return await revealWebhookSecret(world, chosen(input))
  },

  async rotateWebhookSecret({ world, person, input }) {
    const { url } = await findOwnWebhook(world.db, chosen(input))
    const noted = audited(world, input.store, person, { action: 'webhook.rotated', subject: url })
    const { secret, previous_valid_until } = await rotateWebhookSecret(noted, chosen(input))
    return { secret, previous_valid_until: isoTime(previous_valid_until) }
  },

  async testWebhook({ world, person, input }) {
    const { url } = await findOwnWebhook(world.db, chosen(input))
    await writeAudit(world.db, world, input.store, person, { action: 'webhook.tested', subject: url })
    return attemptLine(await sendTestEvent(world, chosen(input)))
  },

  async diagnoseWebhook({ world, person, input }) {
    const { url } = await findOwnWebhook(world.db, chosen(input))
    await writeAudit(world.db, world, input.store, person, { action: 'webhook.tested', subject: url })
    const { steps, ...rest } = await diagnoseWebhook(world, chosen(input))
    return { ...rest, steps: steps.map((step) => ({ ...step, ok: step.ok ?? null })) }
  },

  async listDeliveries({ world, input }) {
    const limit = Math.max(MOST_WEBHOOKS, readLimit(input.limit))
    const status = STATES.find((state) => state === input.status)
    if (input.status && !status) throw wrongField('status', `status must be one of: ${STATES.join(', ')}`)
    const rows = await listDeliveries(world.db, input.store, {
      webhookId: input.webhook && (parseId(input.webhook) ?? ''),
      status,
      before: input.after && /^\d{1,15}$/.test(input.after) ? Number(input.after) : undefined,
      limit: limit + 1,
    })
    // A page ends between two events, never between two deliveries of one.
    const beyond = rows[limit]?.sequence
    const items = rows.filter(({ sequence }) => sequence !== beyond)
    return {
      next: beyond === undefined ? null : String(items.at(-1)!.sequence),
      items: items.map((delivery) => ({
        ...delivery,
        created_at: isoTime(delivery.created_at),
        due_at: delivery.status === 'pending' ? isoTime(delivery.due_at) : null,
        last_attempt_at: isoTimeOrNull(delivery.last_attempt_at),
      })),
    }
  },

  async listAttempts({ world, input }) {
    await findOwnWebhook(world.db, chosen(input))
    const attempts = await listAttempts(world.db, input.store, input.webhook, Number(input.sequence))
    return { attempts: attempts.map(attemptLine) }
  },

  async replayDelivery({ world, person, input }) {
    const { url } = await findOwnWebhook(world.db, chosen(input))
    const entry = { action: 'webhook.replayed', subject: url, detail: `event ${input.sequence}` } as const
    const noted = audited(world, input.store, person, entry)
    await replayDelivery(noted, { ...chosen(input), sequence: Number(input.sequence) })
    return {}
  },

  async replayRange({ world, person, input }) {
    const { url } = await findOwnWebhook(world.db, chosen(input))
    const { undelivered, rate } = input
    const range = {
      ...chosen(input),
      from: readMoment('from', input.from),
      to: readMoment('to', input.to),
      undelivered,
      rate,
    }
    if (input.count_only) return { events: await countReplayRange(world, range) }
    const detail = `${input.from} – ${input.to}`
    const noted = audited(world, input.store, person, { action: 'webhook.replayed', subject: url, detail })
    return { events: (await replayRange(noted, range)).queued }
  },
}
