import type { PurchaseProblems } from '../../rules/checkout/purchase.ts'
import { checkRequest, type PurchaseRequest } from '../../rules/checkout/purchase-request.ts'
import type { Queries } from '../../storage/engine.ts'
import {
  findCheckoutByAttempt,
  lockCheckoutByAttempt,
  reservedQuantity,
} from '../../storage/orders/checkouts.ts'
import { lockProduct } from '../../storage/products/products.ts'
import type { CheckoutRow, ProductRow } from '../../storage/schema.ts'
import { shareStore } from '../../storage/stores/stores.ts'
import type { World } from '../../world.ts'
import { reservePieces, type StartedCheckout } from './reserve-pieces.ts'
import { isSameWish } from './wish.ts'

interface CheckoutRequest extends PurchaseRequest {
  storeId: string
  productId: string
  /** The form that this was sent from: sent again, it holds nothing twice. */
  attempt?: string | undefined
  /** A keyed hash of the network that it comes from; without one it is no customer's, and may hold all there is. */
  network?: string | undefined
}

/**
 * Checks what the customer asks for against the product as it is now, computes the price, and holds the pieces for 15
 * minutes. Holding the product's row makes two customers ask for the last piece one after the other, and two sendings of
 * one form find each other: the second gets the checkout of the first, or, with other wishes, takes its place. A form
 * that has been paid for gives that paid checkout again; with other wishes it starts nothing, and says what was bought.
 */
export async function startCheckout(world: World, request: CheckoutRequest): Promise<StartedCheckout> {
  for (;;) {
    const started = await world.db.transaction((tx) => tryToStart(tx, world, request))
    if (started) return started
  }
}

/**
 * What the form has started before is held ahead of the product, as a settlement holds them; the store is kept from being
 * deleted. Undefined where another sending of the form came in between: what it started can only be held by beginning
 * again.
 */
async function tryToStart(
  tx: Queries,
  world: World,
  request: CheckoutRequest,
): Promise<StartedCheckout | undefined> {
  const { storeId, productId, attempt } = request
  const [isOpen, held, product, reserved, before] = await Promise.all([
    shareStore(tx, storeId),
    attempt ? lockCheckoutByAttempt(tx, storeId, productId, attempt) : undefined,
    lockProduct(tx, storeId, productId),
    reservedQuantity(tx, storeId, productId, world.now()),
    attempt ? findCheckoutByAttempt(tx, storeId, productId, attempt) : undefined,
  ])
  if (held?.id !== before?.id) return undefined
  if (isOpen && before?.status === 'paid') return sentAgain(before, request, product)
  if (!isOpen || !product?.is_active) return { problems: notOffered() }
  const checked = checkRequest(request, product)
  if ('problems' in checked) return checked
  const { purchase } = checked
  return reservePieces(tx, world, product, { purchase, reserved, attempt, network: request.network, before })
}

export const notOffered = (): PurchaseProblems =>
  new Map([['product', 'This product is not for sale just now']])

/** After it was paid for, whether or not the product is still offered. Of one that is gone nothing else can be meant. */
function sentAgain(
  bought: CheckoutRow,
  request: CheckoutRequest,
  product: ProductRow | undefined,
): StartedCheckout {
  if (!product || isSameWish(bought, request.input, product)) return { checkout: bought }
  const checked = product.is_active ? checkRequest(request, product) : { problems: notOffered() }
  return { problems: 'problems' in checked ? checked.problems : new Map(), bought }
}
