import {
  canStillBeHad,
  isHeldFor,
  isOfferedAlike,
  isPayable,
  isStillHeld,
} from '../../../rules/checkout/checkout.ts'
import { offerOf } from '../../../rules/checkout/offer.ts'
import { reservedQuantity } from '../../../storage/orders/checkouts.ts'
import { findProduct } from '../../../storage/products/products.ts'
import type { CheckoutRow } from '../../../storage/schema.ts'
import type { World } from '../../../world.ts'

type Left =
  /** The pieces are reserved until `heldUntil`; undefined if they are merely still in stock. */
  | { is: 'payable'; heldUntil: number | undefined }
  | { is: 'gone' }
  /** The purchase can be started again from the product's page. */
  | { is: 'ended'; why: string }

/** Whether paying now would still buy the pieces. `replacement` is another sending of the same form. */
export async function whatIsLeft(
  world: World,
  checkout: CheckoutRow,
  replacement: CheckoutRow | undefined,
): Promise<Left> {
  const now = world.now()
  const { store_id, product_id, quantity } = checkout
  const [product, byOthers] = await Promise.all([
    findProduct(world.db, store_id, product_id),
    reservedQuantity(world.db, store_id, product_id, now, (replacement ?? checkout).id),
  ])
  const isHeld = isHeldFor(checkout, replacement, now)
  if (!product || !canStillBeHad(quantity, { stock: product.stock, byOthers, isHeld })) return { is: 'gone' }
  if (!isHeld && !product.is_active) return { is: 'gone' }
  if (!isPayable(checkout, now)) return { is: 'ended', why: 'It could be paid for a day.' }
  if (isHeld) return { is: 'payable', heldUntil: holder(checkout, replacement, now).expires_at }
  if (isOfferedAlike(checkout, product, offerOf(product))) return { is: 'payable', heldUntil: undefined }
  return {
    is: 'ended',
    why: `It was kept for you for 15 minutes, and ${checkout.product_name} has changed since.`,
  }
}

const holder = (checkout: CheckoutRow, replacement: CheckoutRow | undefined, now: number) =>
  replacement && !isStillHeld(checkout, now) ? replacement : checkout
