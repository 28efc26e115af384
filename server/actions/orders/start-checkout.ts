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
  /** Identifies the form: a form that is sent again reserves nothing twice. */
  attempt?: string | undefined
  /**
   * A keyed hash of the customer's network; without one the request is not a customer's, and may hold the whole stock.
   */
  network?: string | undefined
}

/**
 * Checks what the customer asks for against the product as it is now, computes the price, and holds the pieces for 15
 * minutes. The lock on the product's row makes two customers who want the last piece take turns. It also makes two
 * sendings of one form see each other: the second gets the checkout of the first, or replaces it if it asks for
 * something else. A form that has been paid for gets its paid checkout again; if it asks for something else, nothing is
 * started, and the answer says what was bought.
 */
export async function startCheckout(world: World, request: CheckoutRequest): Promise<StartedCheckout> {
  for (;;) {
    const started = await world.db.transaction((tx) => tryToStart(tx, world, request))
    if (started) return started
  }
}

/**
 * Locks the form's earlier checkout before the product, in the order in which a settlement locks them, and keeps the
 * store from being deleted. Undefined where another sending of the form came in between: its checkout can only be
 * locked in that order by starting over.
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

/**
 * The answer to a form that was paid for, whether or not the product is still offered. If the product is gone, the form
 * can mean nothing else.
 */
function sentAgain(
  bought: CheckoutRow,
  request: CheckoutRequest,
  product: ProductRow | undefined,
): StartedCheckout {
  if (!product || isSameWish(bought, request.input, product)) return { checkout: bought }
  const checked = product.is_active ? checkRequest(request, product) : { problems: notOffered() }
  return { problems: 'problems' in checked ? checked.problems : new Map(), bought }
}
