import { RAZORPAY_EVENTS } from '#contract/dashboard/store.ts'
import { findPayment } from '../../storage/payments/payments.ts'
import type { World } from '../../world.ts'
import { askProvider } from './ask-provider.ts'
import { formerRazorpaysOf, gatewaysOf, razorpayOf } from './gateways.ts'
import { takeReport } from './take-report.ts'

/** All other events are acknowledged and ignored. */
const EVENTS: ReadonlySet<unknown> = new Set(RAZORPAY_EVENTS)

export type WebhookAnswer = 'taken' | 'not_genuine' | 'no_such_store' | 'try_later'

/**
 * Handles Razorpay's webhook. It says only that something happened: events may come twice, late and in any order, so
 * the provider is asked what is true now. `body` is the raw body, as it was signed.
 */
export async function reportRazorpayWebhook(
  world: World,
  storeId: string,
  body: Buffer,
  signature: string,
): Promise<WebhookAnswer> {
  const [present, former] = await Promise.all([razorpayOf(world, storeId), formerRazorpaysOf(world, storeId)])
  const known = present ? [present, ...former] : former
  if (known.length === 0) return 'no_such_store'
  if (!known.some((gateway) => gateway.isWebhookGenuine(body, signature))) return 'not_genuine'
  const reference = referenceIn(body)
  if (!reference) return 'taken'
  const payment = await findPayment(world.db, storeId, 'razorpay', reference)
  if (!payment) {
    // Other sites may collect through the same account.
    world.log.warn({ store: storeId, reference }, 'Razorpay reported a payment that was not started here')
    return 'taken'
  }
  if (payment.settled_at !== null) return 'taken'
  const report = await askProvider(world, await gatewaysOf(world, payment), (asked) => asked.ask(payment))
  if (!report) return 'try_later'
  await takeReport(world, payment, report)
  return 'taken'
}

/** The id of the provider's order that the event is about; undefined for other events. */
function referenceIn(body: Buffer): string | undefined {
  const event = parsed(body)
  if (!event || !EVENTS.has(event.event)) return undefined
  const { order, payment } = event.payload ?? {}
  const reference = order?.entity?.id ?? payment?.entity?.order_id
  return typeof reference === 'string' && /^order_\w{1,64}$/.test(reference) ? reference : undefined
}

interface WebhookEvent {
  event?: unknown
  payload?: { order?: { entity?: { id?: unknown } }; payment?: { entity?: { order_id?: unknown } } }
}

function parsed(body: Buffer): WebhookEvent | null | undefined {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
