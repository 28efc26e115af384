import { MINUTE_MS } from '../../../rules/values/durations.ts'

/** How long the pieces are still reserved for the customer, in words. */
export function keptFor(heldUntil: number | undefined, now: number): string {
  const minutes = heldUntil === undefined ? 0 : Math.ceil((heldUntil - now) / MINUTE_MS)
  if (minutes < 1) return 'It is no longer kept for you, but you can still pay while it is offered as it was.'
  return `It is kept for you for another ${minutes === 1 ? 'minute' : `${minutes} minutes`}.`
}
