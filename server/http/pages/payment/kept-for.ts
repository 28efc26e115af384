import { isPayable } from '../../../rules/checkout/checkout.ts'
import { MINUTE_MS } from '../../../rules/values/durations.ts'
import type { PaymentInView } from './find-payment.ts'

/** How long the pieces are still reserved for the customer, in words. */
export function keptFor({ checkout }: PaymentInView, now: number): string {
  const minutes = Math.ceil((checkout.expires_at - now) / MINUTE_MS)
  if (!isPayable(checkout, now)) return 'It is no longer kept for you, and this payment has ended.'
  if (minutes < 1) return 'It is no longer kept for you, but you can still pay while it is offered as it was.'
  return `It is kept for you for another ${minutes === 1 ? 'minute' : `${minutes} minutes`}.`
}
