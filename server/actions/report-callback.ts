import type { CallbackFields } from '../payments/gateway.ts'
import { ASKED_FOR_MS } from '../rules/ask-again.ts'
import { askAgainAt, claimQuestion } from '../storage/payments-to-ask.ts'
import type { PaymentRow } from '../storage/schema.ts'
import type { World } from '../world.ts'
import { askProvider } from './ask-provider.ts'
import { gatewaysOf } from './gateways.ts'
import { takeReport, wrongGateway } from './take-report.ts'

const PAUSE_MS = 5000

/** What the customer's browser brought back from the provider. Nothing in it is believed before it is verified. */
export async function reportCallback(
  world: World,
  payment: PaymentRow,
  fields: CallbackFields,
): Promise<void> {
  if (payment.settled_at !== null) return
  const gateways = await gatewaysOf(world, payment)
  const isGenuine = gateways.some((each) => each.isGenuine(payment, fields))
  if (!isGenuine && !(await mayAsk(world, payment))) return
  if (gateways.length === 0) return takeReport(world, payment, wrongGateway(payment))
  const report = await askProvider(world, gateways, (asked) => asked.verifyCallback(payment, fields))
  if (report) return takeReport(world, payment, report)
  await askAgainAt(world.db, payment.store_id, payment.id, world.now())
}

/**
 * Anybody may post what is not signed, as often and as late as they like; the store's quota at its provider is not theirs
 * to use up, nor is what nobody can tell any more the seller's to look at.
 */
async function mayAsk({ db, now }: World, payment: PaymentRow): Promise<boolean> {
  const at = now()
  if (at >= payment.created_at + ASKED_FOR_MS) return false
  const before = at - PAUSE_MS
  // Most of a flood is turned away without a write.
  if (payment.asked_at !== null && payment.asked_at > before) return false
  return claimQuestion(db, payment, at, before)
}
