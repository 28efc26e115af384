import {
  availableStock,
  holdProblem,
  isStillHeld,
  mostHeld,
  RESERVATION_MS,
  stockProblem,
  totalPaise,
} from '../rules/checkout.ts'
import { fewestWords } from '../rules/fewest-words.ts'
import { formatMoney } from '../rules/format-money.ts'
import { offeredChoices } from '../rules/offered-choices.ts'
import {
  checkPurchase,
  type Offer,
  type Purchase,
  type PurchaseInput,
  type PurchaseProblems,
} from '../rules/purchase.ts'
import { gonePictures, imagesOf } from '../rules/purchase-images.ts'
import { questionMarks } from '../rules/question-marks.ts'
import {
  findCheckoutByAttempt,
  insertCheckout,
  lockCheckoutByAttempt,
  quantityHeldBy,
  replaceCheckout,
  reservedQuantity,
} from '../storage/checkouts.ts'
import type { Queries } from '../storage/engine.ts'
import { insertImageUses } from '../storage/images.ts'
import { lockProduct } from '../storage/products.ts'
import { PURCHASE_COLUMNS } from '../storage/purchase.ts'
import type { CheckoutRow, ProductRow } from '../storage/schema.ts'
import { shareStore } from '../storage/stores.ts'
import type { World } from '../world.ts'
import { keepImages } from './product-images.ts'

const QUESTIONS_CHANGED =
  'The shop has changed its questions since this page was opened. Look at your answers again.'

type StartedCheckout = { checkout: CheckoutRow } | { problems: PurchaseProblems }

interface CheckoutRequest {
  storeId: string
  productId: string
  input: PurchaseInput
  /** The form that this was sent from: sent again, it holds nothing twice. */
  attempt?: string | undefined
  /** A keyed hash of the network that it comes from; without one it is no customer's, and may hold all there is. */
  network?: string | undefined
  /** Fewer pieces cost less than can be collected. */
  fewest?: number | undefined
  /** What the customer was shown; another price is not charged without being shown first. */
  seen?: { unitPricePaise: number; shippingPaise: number } | undefined
  /** The marks of the questions that were answered; answers to others are not taken for answers to these. */
  asked?: string | undefined
}

/**
 * Checks what the customer asks for against the product as it is now, computes the price, and holds the pieces for 15
 * minutes. Holding the product's row makes two customers ask for the last piece one after the other, and two sendings of
 * one form find each other: the second gets the checkout of the first, or, with other wishes, takes its place. A form
 * that has been paid for gives that paid checkout again.
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
  if (!isOpen || !product?.is_active)
    return { problems: new Map([['product', 'This product cannot be bought']]) }
  if (before?.status === 'paid') return { checkout: before }
  const checked = checkAnswered(request, offerOf(product))
  if ('problems' in checked) return checked
  const { fewest = 1 } = request
  if (checked.purchase.quantity < fewest) return { problems: new Map([['quantity', fewestWords(fewest)]]) }
  const changed = priceChange(product, request.seen)
  if (changed) return { problems: new Map([['price', changed]]) }
  return reserve(tx, world, product, {
    purchase: checked.purchase,
    reserved,
    attempt,
    network: request.network,
    before,
  })
}

export const offerOf = (product: ProductRow) => ({
  variations: offeredChoices(product.variations),
  size: offeredChoices(product.size),
  colors: offeredChoices(product.colors),
  custom_questions: JSON.parse(product.custom_questions),
})

function checkAnswered({ input, asked }: CheckoutRequest, offer: Offer) {
  const checked = checkPurchase(input, offer)
  if (asked === undefined || asked === questionMarks(offer.custom_questions)) return checked
  const others = 'problems' in checked ? checked.problems : []
  return { problems: new Map([['questions', QUESTIONS_CHANGED], ...others]) }
}

function priceChange(product: ProductRow, seen: CheckoutRequest['seen']): string | undefined {
  const { current_price_paise: unit, shipping_paise: shipping } = product
  if (!seen || (seen.unitPricePaise === unit && seen.shippingPaise === shipping)) return undefined
  const delivery = shipping === 0 ? 'with free delivery' : `and ${formatMoney(shipping)} for delivery`
  return `The price has changed. It is now ${formatMoney(unit)} ${delivery}.`
}

interface Wish {
  purchase: Purchase
  /** What open checkouts hold, this form's own among them. */
  reserved: number
  attempt: string | undefined
  network: string | undefined
  /** What the same form has started before. */
  before: CheckoutRow | undefined
}

async function reserve(
  tx: Queries,
  world: World,
  product: ProductRow,
  { purchase, reserved, attempt, network, before }: Wish,
): Promise<StartedCheckout> {
  const at = world.now()
  const { store_id } = product
  const checkout = {
    ...checkoutRow(world.newId(), at, product, purchase),
    attempt: attempt ?? null,
    former_attempt: null,
    network: network ?? null,
  }
  const held = before && isStillHeld(before, at) ? before : undefined
  if (held && isSamePurchase(held, checkout)) return { checkout: held }

  const byOthers = reserved - (held?.quantity ?? 0)
  const shortage =
    stockProblem(purchase.quantity, availableStock(product.stock, byOthers)) ??
    (await greed(tx, checkout, product, byOthers, held))
  if (shortage) return { problems: new Map([['quantity', shortage]]) }
  if (!Number.isSafeInteger(checkout.amount_paise)) {
    return { problems: new Map([['quantity', 'Enter a smaller quantity']]) }
  }
  const { hashes, gone } = await keepImages(tx, world, store_id, imagesOf(checkout))
  const problems = gonePictures(purchase.answers, gone)
  if (problems.size > 0) return { problems }
  if (before) await replaceCheckout(tx, store_id, before.id)
  await insertCheckout(tx, checkout)
  await insertImageUses(tx, store_id, { kind: 'checkout', id: checkout.id }, hashes)
  return { checkout }
}

/** Nobody may keep most of a stock from the others without paying for it. What costs no look-up is judged first. */
async function greed(
  tx: Queries,
  checkout: CheckoutRow,
  { stock }: ProductRow,
  byOthers: number,
  held: CheckoutRow | undefined,
): Promise<string | undefined> {
  const { store_id, product_id, quantity, network, customer_email, customer_phone } = checkout
  if (network === null || byOthers + quantity <= mostHeld(stock)) return undefined
  const already = await quantityHeldBy(
    tx,
    { email: customer_email, phone: customer_phone, network },
    { storeId: store_id, productId: product_id, now: checkout.created_at, except: held?.id ?? '' },
  )
  return holdProblem(quantity, already, stock)
}

const isSamePurchase = (a: CheckoutRow, b: CheckoutRow) =>
  PURCHASE_COLUMNS.every((column) => a[column] === b[column])

function checkoutRow(
  id: string,
  at: number,
  product: ProductRow,
  purchase: Purchase,
): Omit<CheckoutRow, 'attempt' | 'former_attempt' | 'network'> {
  const { customer, address, answers, ...choices } = purchase
  return {
    ...choices,
    store_id: product.store_id,
    id,
    status: 'open',
    created_at: at,
    expires_at: at + RESERVATION_MS,
    product_id: product.id,
    product_name: product.name,
    product_image: product.primary_image ?? '',
    unit_price_paise: product.current_price_paise,
    shipping_paise: product.shipping_paise,
    amount_paise: totalPaise(purchase.quantity, product.current_price_paise, product.shipping_paise),
    answers: JSON.stringify(answers),
    customer_name: customer.name,
    customer_email: customer.email,
    customer_phone: customer.phone,
    pincode: customer.pincode,
    address: JSON.stringify(address),
  }
}
