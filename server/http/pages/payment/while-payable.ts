import { html } from 'hono/html'
import { pathOfOrder } from '../../../actions/payments/open-payment.ts'
import { isBeingTaken } from '../../../rules/payments/ask-again.ts'
import { outcomePath, storePath } from '../../../rules/stores/customer-paths.ts'
import { findReplacement } from '../../../storage/orders/checkouts.ts'
import type { World } from '../../../world.ts'
import type { Redirect } from '../page-route.ts'
import type { PageAnswer } from '../send-page.ts'
import { endedPage } from './ended.ts'
import type { PaymentInView } from './find-payment.ts'
import { whatIsLeft } from './what-is-left.ts'

/** The page to pay on, as long as the payment can still become an order; otherwise the page that tells its outcome. */
export async function whilePayable(
  world: World,
  view: PaymentInView,
  page: (heldUntil: number | undefined) => PageAnswer,
): Promise<PageAnswer | Redirect> {
  const { payment, checkout } = view
  if (payment.settled_at !== null || isBeingTaken(payment, world.now())) return { to: outcomePath(payment) }
  const replacement = await findReplacement(world.db, checkout)
  const to = await pathOfOrder(world, replacement ?? checkout)
  if (to) return { to }
  const left = await whatIsLeft(world, checkout, replacement)
  if (left.is === 'gone') return gone(view)
  return left.is === 'ended' ? endedPage(view, left.why) : page(left.heldUntil)
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
