import { isErased } from '#contract/erased-customer.ts'
import type { PublicOrder } from '#contract/orders.ts'
import { texts } from '../../texts.ts'

/** The address as the lines below the name on an envelope. */
export function addressLines({ full_address: address, pincode, email }: PublicOrder['customer']): string[] {
  if (isErased(email)) return [pincode]
  const lines = address
    ? [address.line1, address.line2, `${address.city} ${pincode}`, address.state, address.country]
    : [texts.orders.noAddress, pincode]
  return lines.flatMap((line) => line || [])
}
