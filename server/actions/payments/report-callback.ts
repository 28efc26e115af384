import type { CallbackFields, Gateway } from '../../payments/gateway.ts'
import { ASKED_FOR_MS, firstAskAfterPromise } from '../../rules/payments/ask-again.ts'
import type { PaymentRow } from '../../storage/payments/payment-rows.ts'
import { askAt, claimQuestion, notePromise } from '../../storage/payments/payments-to-ask.ts'
import type { World } from '../../world.ts'
import { askProvider } from './ask-provider.ts'
import { gatewaysOf } from './gateways.ts'
import { takeReport, wrongGateway } from './take-report.ts'

const PAUSE_MS = 5000

/**
 * Takes what the customer's browser brought back from the provider; nothing in it is trusted before it is verified.
 * `mayAsk` is the rate limit: it says whether this sender may cause a question to the provider without a new signature.
 */
export async function reportCallback(
  world: World,
  payment: PaymentRow,
  fields: CallbackFields,
  mayAsk: () => Promise<boolean> = async () => true,
): Promise<void> {
  if (payment.settled_at !== null) return
  const gateways = await gatewaysOf(world, payment)
  const signer = gateways.find((each) => each.isGenuine(payment, fields))
  const asked = await toAsk(world, payment, signer, mayAsk)
  if (!asked) return
  if (gateways.length === 0) return takeReport(world, asked, wrongGateway(payment))
  const report = await askProvider(world, gateways, (each) => each.verifyCallback(payment, fields))
  if (report) return takeReport(world, asked, report)
  await askAt(world.db, payment, world.now())
}

/**
 * Decides whether to ask the provider: returns the payment as it is now, or undefined if not. The first callback with a
 * right signature causes a question at once, since the bank has promised the money. But that callback can be replayed,
 * and anybody can send unsigned ones, as often and as late as they like. These must not use up the store's quota at its
 * provider, nor show the seller a problem about a payment too old to be asked about.
 */
async function toAsk(
  { db, now }: World,
  payment: PaymentRow,
  signer: Gateway | undefined,
  mayAsk: () => Promise<boolean>,
): Promise<PaymentRow | undefined> {
  const at = now()
  if (signer?.askAfterMs === null) return payment // Its signed fields are the whole answer.
  const isFirst = signer && payment.promised_at === null
  const promised = isFirst && (await notePromise(db, payment, at, firstAskAfterPromise(at)))
  if (promised) return promised
  if (!signer && at >= payment.created_at + ASKED_FOR_MS) return undefined
  const before = at - PAUSE_MS
  // Turns most of a flood away without a write.
  if (payment.asked_at !== null && payment.asked_at > before) return undefined
  if (!(await mayAsk())) return undefined
  return claimQuestion(db, payment, at, before)
}
