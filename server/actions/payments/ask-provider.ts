import type { Gateway, Report } from '../../payments/gateway.ts'
import { GatewayUnavailable } from '../../payments/gateway.ts'
import type { World } from '../../world.ts'

/**
 * The answer of the first gateway that gives one; undefined when none can be asked just now, and the caller asks again
 * later.
 */
export async function askProvider(
  { log }: World,
  gateways: readonly Gateway[],
  question: (gateway: Gateway) => Promise<Report>,
): Promise<Report | undefined> {
  for (const gateway of gateways) {
    try {
      return await question(gateway)
    } catch (error) {
      if (!(error instanceof GatewayUnavailable)) throw error
      log.warn({ err: error, gateway: gateway.name }, 'The payment provider could not be asked')
    }
  }
  return undefined
}
