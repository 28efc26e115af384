import type { CallbackFields } from '../payments/gateway.ts'
import type { PaymentRow } from '../storage/schema.ts'
import type { World } from '../world.ts'
import { gatewayFor } from './gateways.ts'
import { takeReport, wrongGateway } from './take-report.ts'

/** What the customer's browser brought back from the provider. Nothing in it is believed before it is verified. */
export async function reportCallback(
  world: World,
  payment: PaymentRow,
  fields: CallbackFields,
): Promise<void> {
  const gateway = await gatewayFor(world, payment.store_id)
  const report =
    gateway.name === payment.gateway ? await gateway.verifyCallback(payment, fields) : wrongGateway(payment)
  await takeReport(world, payment, report)
}
