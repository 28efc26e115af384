import { html } from 'hono/html'
import { pathOfOrder } from '../../../actions/payments/open-payment.ts'
import { canStillBeHad, isHeldFor, isOfferedAlike, isPayable } from '../../../rules/checkout/checkout.ts'
import { offerOf } from '../../../rules/checkout/offer.ts'
import { isBeingTaken } from '../../../rules/payments/ask-again.ts'
import { outcomePath, storePath } from '../../../rules/stores/customer-paths.ts'
import { findReplacement, reservedQuantity } from '../../../storage/orders/checkouts.ts'
import { findProduct } from '../../../storage/products/products.ts'
import type { World } from '../../../world.ts'
import type { Redirect } from '../page-route.ts'
import type { PageAnswer } from '../send-page.ts'
import { endedPage } from './ended.ts'
import type { PaymentInView } from './find-payment.ts'

/** The page to pay on, as long as the payment can still become an order; otherwise the page that tells its outcome. */
export async function whilePayable(
  world: World,
  view: PaymentInView,
  page: () => PageAnswer,
): Promise<PageAnswer | Redirect> {
  const { payment, checkout } = view
  const now = world.now()
  if (payment.settled_at !== null || isBeingTaken(payment, now)) return { to: outcomePath(payment) }
  const { store_id, product_id, quantity } = checkout
  const replacement = await findReplacement(world.db, checkout)
  const holder = replacement ?? checkout
  const to = await pathOfOrder(world, holder)
  if (to) return { to }
  const [product, byOthers] = await Promise.all([
    findProduct(world.db, store_id, product_id),
    reservedQuantity(world.db, store_id, product_id, now, holder.id),
  ])
  const isHeld = isHeldFor(checkout, replacement, now)
  if (!product || !canStillBeHad(quantity, { stock: product.stock, byOthers, isHeld })) return gone(view)
  if (isHeld) return page()
  if (!product.is_active) return gone(view)
  if (!isPayable(checkout, now)) return endedPage(view, 'It could be paid for a day.')
  return isOfferedAlike(checkout, product, offerOf(product))
    ? page()
    : endedPage(view, `It was kept for you for 15 minutes, and ${checkout.product_name} has changed since.`)
}

const gone = ({ store, checkout, payment }: PaymentInView): PageAnswer => ({
  title: `${checkout.product_name} is no longer available`,
  store,
  body: html`<div class="message">
<h1>${checkout.product_name} is no longer available</h1>
<p>There is nothing to pay any more. If you have paid already, ${store.name} is told to return your money: <a href="${outcomePath(payment)}">see what became of it</a>.</p>
<a class="button wide" href="${storePath(store.slug)}">See all products</a>
</div>`,
})
