import { offerOf } from '../../rules/checkout/offer.ts'
import { type Purchase, type PurchaseInput, toPurchase } from '../../rules/checkout/purchase.ts'
import type { CheckoutRow, ProductRow } from '../../storage/schema.ts'

/** The columns of a checkout that the customer decides. */
export const wishColumns = ({ customer, address, answers, ...choices }: Purchase) => ({
  ...choices,
  answers: JSON.stringify(answers),
  customer_name: customer.name,
  customer_email: customer.email,
  customer_phone: customer.phone,
  pincode: customer.pincode,
  address: JSON.stringify(address),
})

/** Whether the earlier checkout asked for the same, whatever the product costs or offers by now. */
export function isSameWish(before: CheckoutRow, input: PurchaseInput, product: ProductRow): boolean {
  const wish = wishColumns(toPurchase(input, offerOf(product)))
  return Object.entries(wish).every(([column, value]) => before[column as keyof typeof wish] === value)
}
