import { offerOf } from '../../rules/checkout/offer.ts'
import { type Purchase, type PurchaseInput, toPurchase } from '../../rules/checkout/purchase.ts'
import type { CheckoutRow, ProductRow } from '../../storage/schema.ts'

/** What of a checkout is the customer's to say. */
export const wishColumns = ({ customer, address, answers, ...choices }: Purchase) => ({
  ...choices,
  answers: JSON.stringify(answers),
  customer_name: customer.name,
  customer_email: customer.email,
  customer_phone: customer.phone,
  pincode: customer.pincode,
  address: JSON.stringify(address),
})

/** Whether just this was asked for before, whatever the product costs or offers by now. */
export function isSameWish(before: CheckoutRow, input: PurchaseInput, product: ProductRow): boolean {
  const wish = wishColumns(toPurchase(input, offerOf(product)))
  return Object.entries(wish).every(([column, value]) => before[column as keyof typeof wish] === value)
}
