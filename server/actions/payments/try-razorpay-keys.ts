import { GatewayUnavailable } from '../../payments/gateway.ts'
import { RazorpayGateway, type RazorpayKeys } from '../../payments/razorpay-gateway.ts'
import type { World } from '../../world.ts'

/** Short, because a person waits in front of a form. */
const ANSWER_WITHIN_MS = 4000

/** Whether Razorpay accepts the keys; undefined where it cannot be asked just now. Never inside a transaction. */
export async function tryRazorpayKeys(
  { razorpay, log }: World,
  keys: RazorpayKeys,
): Promise<boolean | undefined> {
  try {
    return await new RazorpayGateway(keys, razorpay.apiUrl, ANSWER_WITHIN_MS).acceptsKeys()
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error
    log.warn({ err: error }, "Razorpay could not be asked whether a seller's keys are valid")
    return undefined
  }
}
