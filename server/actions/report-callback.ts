import type { CallbackFields } from '../payments/gateway.ts'
import { askAgainAt } from '../storage/payments-to-ask.ts'
import type { PaymentRow } from '../storage/schema.ts'
import type { World } from '../world.ts'
import { askProvider } from './ask-provider.ts'
import { gatewaysOf } from './gateways.ts'
import { takeReport, wrongGateway } from './take-report.ts'

/** What the customer's browser brought back from the provider. Nothing in it is believed before it is verified. */
export async function reportCallback(
  world: World,
  payment: PaymentRow,
  fields: CallbackFields,
): Promise<void> {
  if (payment.settled_at !== null) return
  const gateways = await gatewaysOf(world, payment)
  if (gateways.length === 0) return takeReport(world, payment, wrongGateway(payment))
  const report = await askProvider(world, gateways, (asked) => asked.verifyCallback(payment, fields))
  if (report) return takeReport(world, payment, report)
  await askAgainAt(world.db, payment.store_id, payment.id, world.now())
}
