import type { AuditAction } from '#contract/dashboard/audit.ts'
import { type AttemptLine, DELIVERY_STATES, type WEBHOOK_ROUTES } from '#contract/dashboard/webhooks.ts'
import { audited } from '../../../accounts/audited.ts'
import { addWebhook } from '../../../actions/webhooks/add-webhook.ts'
import { deliveriesPage } from '../../../actions/webhooks/deliveries-page.ts'
import { diagnoseWebhook } from '../../../actions/webhooks/diagnose-webhook.ts'
import { readDelivery } from '../../../actions/webhooks/read-delivery.ts'
import { removeWebhook } from '../../../actions/webhooks/remove-webhook.ts'
import { countReplayRange, replayDelivery, replayRange } from '../../../actions/webhooks/replay.ts'
import { revealWebhookSecret } from '../../../actions/webhooks/reveal-webhook-secret.ts'
import { rotateWebhookSecret } from '../../../actions/webhooks/rotate-webhook-secret.ts'
import { sendTestEvent } from '../../../actions/webhooks/send-test-event.ts'
import { setWebhookEnabled } from '../../../actions/webhooks/set-webhook-enabled.ts'
import { isoTime, isoTimeOrNull } from '../../../rules/values/iso-time.ts'
import { parseId } from '../../../rules/values/uuid.ts'
import { isSuccess } from '../../../rules/webhooks/is-success.ts'
import { timestampOf } from '../../../rules/webhooks/webhook-headers.ts'
import type { DeliveryAttemptRow } from '../../../storage/webhooks/webhook-rows.ts'
import { listWebhooks } from '../../../storage/webhooks/webhooks.ts'
import { throttleSending } from '../accounts/throttle.ts'
import type { Handlers } from '../endpoint.ts'
import { oneOf } from '../input/one-of.ts'
import { readMoment } from '../input/read-moment.ts'
import { readLimit, unknownPage } from '../lists/page.ts'

/** Per minute: more than anybody presses the button for, and no load for a server whose owner did not ask for it. */
const TESTS = 20
const REPLAYS = 60
const COUNTS = 60
const RANGES = 5

const chosen = ({ store, webhook }: { store: string; webhook: string }) => ({
  storeId: store,
  webhookId: webhook,
})

/** The line of the log about a URL. */
const about =
  (action: AuditAction, detail = '') =>
  ({ url }: { url: string }) => ({ action, subject: url, detail })

const attemptLine = (attempt: DeliveryAttemptRow): AttemptLine => ({
  id: attempt.id,
  at: isoTime(attempt.at),
  timestamp: timestampOf(attempt.at),
  duration_ms: attempt.duration_ms,
  ok: isSuccess(attempt.status),
  status: attempt.status,
  failure: attempt.failure,
  answer: attempt.answer,
})

/** The sequence number of the event with which the previous page ended. */
function readSequence(after: string | undefined): number | undefined {
  if (after === undefined) return undefined
  if (!/^\d{1,15}$/.test(after)) throw unknownPage()
  return Number(after)
}

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
    const note = audited(world, store, person, about('webhook.added'))
    return addWebhook(world, { storeId: store, url }, note)
  },

  async removeWebhook({ world, person, input }) {
    await removeWebhook(world, chosen(input), audited(world, input.store, person, about('webhook.removed')))
    return {}
  },

  async switchWebhook({ world, person, input }) {
    const action = input.enabled ? 'webhook.enabled' : 'webhook.disabled'
    const note = audited(world, input.store, person, about(action))
    await setWebhookEnabled(world, { ...chosen(input), enabled: input.enabled }, note)
    return {}
  },

  async revealWebhookSecret({ world, person, input }) {
    const note = audited(world, input.store, person, about('webhook.secret_shown'))
    return await revealWebhookSecret(world, chosen(input), note)
  },

  async rotateWebhookSecret({ world, person, input }) {
    const note = audited(world, input.store, person, about('webhook.rotated'))
    const { secret, previous_valid_until } = await rotateWebhookSecret(world, chosen(input), note)
    return { secret, previous_valid_until: isoTime(previous_valid_until) }
  },

  async testWebhook(call) {
    const { world, person, input } = call
    await throttleSending(call, 'webhook test', TESTS)
    const note = audited(world, input.store, person, about('webhook.tested'))
    const { attempt, request } = await sendTestEvent(world, chosen(input), note)
    return { attempt: attemptLine(attempt), request }
  },

  async diagnoseWebhook(call) {
    const { world, person, input } = call
    await throttleSending(call, 'webhook test', TESTS)
    const note = audited(world, input.store, person, about('webhook.tested'))
    const { steps, ...rest } = await diagnoseWebhook(world, chosen(input), note)
    return { ...rest, steps: steps.map((step) => ({ ...step, ok: step.ok ?? null })) }
  },

  async listDeliveries({ world, input }) {
    const { items, next } = await deliveriesPage(world.db, input.store, {
      webhookId: input.webhook && (parseId(input.webhook) ?? ''),
      status: input.status === undefined ? undefined : oneOf('status', DELIVERY_STATES, input.status),
      before: readSequence(input.after),
      limit: readLimit(input.limit),
    })
    return { items, next: next === null ? null : String(next) }
  },

  async readDelivery({ world, input }) {
    const { request, attempts } = await readDelivery(world.db, {
      ...chosen(input),
      sequence: Number(input.sequence),
    })
    return { request, attempts: attempts.map(attemptLine) }
  },

  async replayDelivery(call) {
    const { world, person, input } = call
    await throttleSending(call, 'webhook replay', REPLAYS)
    const replayed = about('webhook.replayed', `event ${input.sequence}`)
    const note = audited(world, input.store, person, replayed)
    await replayDelivery(world, { ...chosen(input), sequence: Number(input.sequence) }, note)
    return {}
  },

  async replayRange(call) {
    const { world, person, input } = call
    const { undelivered, rate } = input
    const range = {
      ...chosen(input),
      from: readMoment('from', input.from),
      to: readMoment('to', input.to),
      undelivered,
      rate,
    }
    if (input.count_only) {
      await throttleSending(call, 'webhook count', COUNTS)
      return { events: await countReplayRange(world, range) }
    }
    await throttleSending(call, 'webhook range', RANGES)
    const replayed = about('webhook.replayed', `${input.from} – ${input.to}`)
    return { events: (await replayRange(world, range, audited(world, input.store, person, replayed))).queued }
  },
}
