export const RESERVATION_MS = 15 * 60 * 1000

/** Shipping is charged once per order. */
export const totalPaise = (quantity: number, unitPricePaise: number, shippingPaise: number): number =>
  quantity * unitPricePaise + shippingPaise

/** What a customer can take: the seller's stock less what open checkouts hold. */
export const availableStock = (stock: number, reserved: number): number => Math.max(0, stock - reserved)

export function stockProblem(wanted: number, available: number): string | undefined {
  if (wanted <= available) return undefined
  return available === 0 ? 'This product is out of stock' : `Only ${available} left`
}
