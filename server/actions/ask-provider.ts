import type { Gateway, Report } from '../payments/gateway.ts'
import { GatewayUnavailable } from '../payments/gateway.ts'
import type { World } from '../world.ts'

/** Undefined when the provider cannot be asked just now; whoever asks looks again later. */
export async function askProvider(
  { log }: World,
  gateway: Gateway,
  question: (gateway: Gateway) => Promise<Report>,
): Promise<Report | undefined> {
  try {
    return await question(gateway)
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error
    log.warn({ err: error, gateway: gateway.name }, 'The payment provider could not be asked')
    return undefined
  }
}
