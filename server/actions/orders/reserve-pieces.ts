import {
  availableStock,
  holdProblem,
  isStillHeld,
  mostHeld,
  RESERVATION_MS,
  stockProblem,
  totalPaise,
} from '../../rules/checkout/checkout.ts'
import type { Purchase, PurchaseProblems } from '../../rules/checkout/purchase.ts'
import { gonePictures, imagesOf } from '../../rules/checkout/purchase-images.ts'
import type { Queries } from '../../storage/engine.ts'
import { insertImageUses } from '../../storage/images/images.ts'
import { insertCheckout, quantityHeldBy, replaceCheckout } from '../../storage/orders/checkouts.ts'
import { PURCHASE_COLUMNS } from '../../storage/orders/purchase.ts'
import type { CheckoutRow, ProductRow } from '../../storage/schema.ts'
import type { World } from '../../world.ts'
import { keepImages } from '../images/keep-images.ts'
import { wishColumns } from './wish.ts'

export type StartedCheckout =
  | { checkout: CheckoutRow }
  | {
      problems: PurchaseProblems
      /** The paid checkout of the same form, which was for something else. */
      bought?: CheckoutRow
    }

interface Wish {
  purchase: Purchase
  /** Pieces held by open checkouts, this form's own included. */
  reserved: number
  attempt: string | undefined
  network: string | undefined
  /** The checkout that the same form started before. */
  before: CheckoutRow | undefined
}

/** Reserves what is to be bought, replacing what the same form held before, or says why it cannot be had. */
export async function reservePieces(
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
    (await problemOfHolding(tx, checkout, product, byOthers, held))
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

/** Keeps a customer from holding most of a stock without paying. Checks that need no query come first. */
async function problemOfHolding(
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
  return {
    ...wishColumns(purchase),
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
  }
}
