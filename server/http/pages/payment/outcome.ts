import type { FastifyInstance } from 'fastify'
import { html } from 'hono/html'
import { refuse } from '#contract/errors.ts'
import { pathOfOrder } from '../../../actions/payments/open-payment.ts'
import { isPayable } from '../../../rules/checkout/checkout.ts'
import { arrivedFacts, noOrderWords } from '../../../rules/orders/money-words.ts'
import { isBeingTaken } from '../../../rules/payments/ask-again.ts'
import { orderPath, paymentPath, storePath } from '../../../rules/stores/customer-paths.ts'
import { findReplacement } from '../../../storage/orders/checkouts.ts'
import { findOrder } from '../../../storage/orders/orders.ts'
import { findRefundOf } from '../../../storage/payments/refund-list.ts'
import type { World } from '../../../world.ts'
import { boughtAlready } from '../checkout/bought-already.ts'
import { addSecretPage, type Redirect } from '../page-route.ts'
import type { PageAnswer } from '../send-page.ts'
import { bill } from './bill.ts'
import { failedPage } from './failed.ts'
import { type PaymentInView, paymentOf } from './find-payment.ts'

const LOOK_AGAIN_SECONDS = 4

/** What became of the payment: on to the order, or what to do next. */
export function addPaymentOutcome(server: FastifyInstance, world: World) {
  addSecretPage(server, world, 'GET', '/pay/:gateway/:token/outcome', async (request) => {
    const { gateway, token } = request.params as { gateway: string; token: string }
    return outcomeOf(world, await paymentOf(world, gateway, token))
  })
}

async function outcomeOf(world: World, view: PaymentInView): Promise<PageAnswer | Redirect> {
  const { payment, store, checkout } = view
  switch (payment.status) {
    case 'paid': {
      const order = await findOrder(world.db, store.id, payment.order_id ?? '')
      if (!order) throw refuse('not_found')
      return { to: orderPath(order.token) }
    }
    case 'refund_due':
      return payment.amount_paise > 0
        ? noOrder(view, await findRefundOf(world.db, store.id, payment.id), await otherOrder(world, checkout))
        : nothingLeft(view)
    case 'failed':
    case 'started': {
      const replacement = await findReplacement(world.db, checkout)
      const to = await pathOfOrder(world, replacement ?? checkout)
      if (to) return { to }
      if (payment.status === 'failed') return failedPage(world, view, replacement)
      return isPayable(payment, world.now()) ? waiting(view, world.now()) : nothingHeard(view)
    }
  }
}

/** The order may be from another payment: of the same checkout, or of one from the same form sent again. */
const otherOrder = async (world: World, checkout: PaymentInView['checkout']) =>
  pathOfOrder(world, (await findReplacement(world.db, checkout)) ?? checkout)

function noOrder(
  view: PaymentInView,
  refund: Awaited<ReturnType<typeof findRefundOf>>,
  order: string | undefined,
): PageAnswer {
  const { store, payment } = view
  const money = {
    asked_paise: payment.amount_paise,
    arrived_paise: refund?.amount_paise ?? payment.amount_paise,
    is_test: payment.is_test,
    returned_at: refund?.done_at ?? null,
  }
  const [title, sentence] = noOrderWords(store.name, money)
  return {
    title,
    store,
    body: html`<div class="message">
<h1>${title}</h1>
<p>${sentence}</p>
${order ? html`<p>${boughtAlready(order)}</p>` : ''}
${bill(view, arrivedFacts(money))}
<p class="quiet">If you ask the shop about it, tell them this number:<br><code>${payment.id}</code></p>
<a class="button wide" href="${storePath(store.slug)}">See all products</a>
</div>`,
  }
}

const nothingLeft = ({ store, checkout }: PaymentInView): PageAnswer => ({
  title: `${checkout.product_name} is no longer available`,
  store,
  body: html`<div class="message">
<h1>${checkout.product_name} is no longer available</h1>
<p>Somebody was quicker. Nothing was charged.</p>
<a class="button wide" href="${storePath(store.slug)}">See all products</a>
</div>`,
})

/** With JavaScript, the script polls and leaves the page in place; without it, the browser reloads the page. */
const waiting = (view: PaymentInView, now: number): PageAnswer => ({
  title: 'Waiting for your bank',
  store: view.store,
  sources: { 'connect-src': "'self'" },
  head: html`<noscript><meta http-equiv="refresh" content="${LOOK_AGAIN_SECONDS}"></noscript>
`,
  body: html`<div class="message" role="status" data-look-again="${LOOK_AGAIN_SECONDS}">
<h1>Waiting for your bank</h1>
<p>The payment has not been confirmed yet. This page looks again by itself.</p>
${bill(view)}
<p>You may also close it: when the payment arrives, a mail tells you that your order is placed, or that your money will be returned.</p>
${isBeingTaken(view.payment, now) ? '' : html`<p class="quiet">Paid nothing yet? <a href="${paymentPath(view.payment)}">Back to the payment</a></p>`}
</div>`,
})

/** A day has passed without a report that it was paid. */
const nothingHeard = (view: PaymentInView): PageAnswer => ({
  title: 'No payment has arrived',
  store: view.store,
  body: html`<div class="message">
<h1>No payment has arrived</h1>
<p>Nothing was confirmed for a day, so this payment has ended and there is no order.</p>
${bill(view)}
<p class="quiet">If your bank shows a debit, tell the shop this number:<br><code>${view.payment.id}</code></p>
<a class="button wide" href="${storePath(view.store.slug)}">See all products</a>
</div>`,
})
