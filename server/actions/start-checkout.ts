import { availableStock, RESERVATION_MS, stockProblem, totalPaise } from '../rules/checkout.ts'
import { toRupees } from '../rules/money.ts'
import { checkPurchase, type Purchase, type PurchaseInput, type PurchaseProblems } from '../rules/purchase.ts'
import { imagesOf } from '../rules/purchase-images.ts'
import { insertCheckout, reservedQuantity } from '../storage/checkouts.ts'
import type { Queries } from '../storage/engine.ts'
import { lockProduct } from '../storage/products.ts'
import type { CheckoutRow, ProductRow } from '../storage/schema.ts'
import type { World } from '../world.ts'
import { noteImageUses } from './product-images.ts'

export type StartedCheckout = { checkout: CheckoutRow } | { problems: PurchaseProblems }

/**
 * Checks what the customer asks for against the product as it is now, computes the price, and holds the pieces for 15
 * minutes. Holding the product's row makes two customers ask for the last piece one after the other.
 */
export async function startCheckout(
  world: World,
  { storeId, productId, input }: { storeId: string; productId: string; input: PurchaseInput },
): Promise<StartedCheckout> {
  return world.db.transaction(async (tx) => {
    const [product, reserved] = await Promise.all([
      lockProduct(tx, storeId, productId),
      reservedQuantity(tx, storeId, productId, world.now()),
    ])
    if (!product?.is_active) return { problems: new Map([['product', 'This product cannot be bought']]) }
    const checked = checkPurchase(input, offerOf(product))
    if ('problems' in checked) return checked
    return reserve(tx, world, product, reserved, checked.purchase)
  })
}

export const offerOf = (product: ProductRow) => ({
  variations: JSON.parse(product.variations),
  size: JSON.parse(product.size),
  colors: JSON.parse(product.colors),
  custom_questions: JSON.parse(product.custom_questions),
})

async function reserve(
  tx: Queries,
  world: World,
  product: ProductRow,
  reserved: number,
  purchase: Purchase,
): Promise<StartedCheckout> {
  const at = world.now()
  const shortage = stockProblem(purchase.quantity, availableStock(product.stock, reserved))
  if (shortage) return { problems: new Map([['quantity', shortage]]) }
  const checkout = checkoutRow(world.newId(), at, product, purchase)
  if (!Number.isSafeInteger(checkout.amount_paise)) {
    return {
      problems: new Map([['quantity', `Enter a smaller quantity: ₹${toRupees(checkout.amount_paise)}`]]),
    }
  }
  await insertCheckout(tx, checkout)
  const owner = { kind: 'checkout', id: checkout.id } as const
  await noteImageUses(tx, world, checkout.store_id, owner, imagesOf(checkout))
  return { checkout }
}

function checkoutRow(id: string, at: number, product: ProductRow, purchase: Purchase): CheckoutRow {
  const { customer, address, answers, ...choices } = purchase
  return {
    ...choices,
    store_id: product.store_id,
    id,
    status: 'open',
    created_at: at,
    expires_at: at + RESERVATION_MS,
    attempt: null,
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
