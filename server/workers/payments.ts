import { askProvider } from '../actions/payments/ask-provider.ts'
import { gatewaysOf } from '../actions/payments/gateways.ts'
import { NEVER_TOLD, takeReport, wrongGateway } from '../actions/payments/take-report.ts'
import { nextAsk } from '../rules/payments/ask-again.ts'
import { HOUR_MS, MINUTE_MS } from '../rules/values/durations.ts'
import type { PaymentRow } from '../storage/payments/payment-rows.ts'
import { askNext, claimPaymentsToAsk, hasPaymentsToAsk } from '../storage/payments/payments-to-ask.ts'
import type { World } from '../world.ts'
import { type Loop, startLoop } from './loop.ts'
import { tryEach } from './try-each.ts'

const LOOK_EVERY_MS = 2000
const MOST_AT_ONCE = 10
/** Longer than a provider may take to answer. */
export const LEASE_MS = MINUTE_MS

/** Asks providers about started payments whose outcome has not been reported. */
export const startPaymentPoller = (world: World): Loop =>
  startLoop({
    name: 'payments',
    everyMs: LOOK_EVERY_MS,
    log: world.log,
    work: () => askAboutDuePayments(world),
  })

/** One round; true when there may be more to ask. */
export async function askAboutDuePayments(world: World): Promise<boolean> {
  const { db, now } = world
  const at = now()
  if (!(await hasPaymentsToAsk(db, at))) return false
  const payments = await claimPaymentsToAsk(db, at, at + LEASE_MS, MOST_AT_ONCE)
  await tryEach(
    world.log,
    'A payment could not be checked with its provider; it will be checked again',
    payments,
    ({ id }) => ({ payment: id }),
    (payment) => ask(world, payment),
  )
  return payments.length === MOST_AT_ONCE
}

async function ask(world: World, payment: PaymentRow) {
  const { db, now } = world
  const next = nextAsk(payment, now())
  try {
    await takeAnswer(world, payment, next === null)
  } catch (error) {
    // A payment is not given up if its last answer could not be recorded.
    await askNext(db, payment, next ?? now() + HOUR_MS)
    throw error
  }
  await askNext(db, payment, next)
}

async function takeAnswer(world: World, payment: PaymentRow, isLast: boolean) {
  const gateways = await gatewaysOf(world, payment)
  const said = await askProvider(world, gateways, (asked) => asked.ask(payment))
  // Removed keys may be put back, so the seller is told only after the last question.
  const unheard = gateways.length > 0 ? NEVER_TOLD : wrongGateway(payment)
  const report = said ?? (isLast ? unheard : undefined)
  if (report) await takeReport(world, payment, report)
}
