import type { FastifyInstance } from 'fastify'
import { html } from 'hono/html'
import { refuse } from '#contract/errors.ts'
import { paymentPage } from '../../../actions/gateways.ts'
import { formatMoney } from '../../../rules/format-money.ts'
import { findOrder } from '../../../storage/orders.ts'
import type { PaymentRow } from '../../../storage/schema.ts'
import type { World } from '../../../world.ts'
import { addPage, type Redirect } from '../page-route.ts'
import type { Answer } from '../send-page.ts'
import { type PaymentInView, paymentOf } from './find-payment.ts'

const LOOK_AGAIN_SECONDS = 4

type Named = Pick<PaymentRow, 'gateway' | 'token'>

/** Where the customer learns what became of the payment: on to the order, or what to do next. */
export const outcomePath = ({ gateway, token }: Named): string => `/pay/${gateway}/${token}/outcome`

export function addPaymentOutcome(server: FastifyInstance, world: World) {
  addPage(server, world, 'GET', '/pay/:gateway/:token/outcome', async (request) => {
    const { gateway, token } = request.params as Named
    return outcomeOf(world, await paymentOf(world, gateway, token))
  })
}

async function outcomeOf({ db }: World, view: PaymentInView): Promise<Answer | Redirect> {
  const { payment, store } = view
  switch (payment.status) {
    case 'paid': {
      const order = await findOrder(db, store.id, payment.order_id ?? '')
      if (!order) throw refuse('not_found')
      return { to: `/o/${order.token}` }
    }
    case 'refund_due':
      return refundDue(view)
    case 'failed':
      return failed(view)
    case 'started':
      return waiting(view)
  }
}

const refundDue = ({ store, payment }: PaymentInView): Answer => ({
  title: 'Your money will be returned',
  store,
  body: html`<div class="message">
<h1>Your money will be returned</h1>
<p>Your payment of ${formatMoney(payment.amount_paise)} arrived when nothing was left to send you. ${store.name} has been told to return it.</p>
<p class="quiet">If it has not come back within a week, tell the shop this number: <code>${payment.id}</code></p>
<p><a class="button" href="/s/${store.slug}">See all products</a></p>
</div>`,
})

const failed = ({ store, checkout, payment }: PaymentInView): Answer => ({
  title: 'The payment did not go through',
  store,
  body: html`<div class="message">
<h1>The payment did not go through</h1>
<p>Nothing was charged. Your ${checkout.product_name} is kept for you for a short while.</p>
<p class="row"><a class="button" href="${paymentPage(payment)}">Try again</a> <a class="button plain" href="/s/${store.slug}">See all products</a></p>
</div>`,
})

const waiting = ({ store, payment }: PaymentInView): Answer => ({
  title: 'Waiting for your bank',
  store,
  headers: { refresh: String(LOOK_AGAIN_SECONDS) },
  body: html`<div class="message" role="status">
<h1>Waiting for your bank</h1>
<p>The payment has not been confirmed yet. This page looks again by itself.</p>
<p>You may also close it: when the payment arrives, your order is placed and a mail tells you so.</p>
<p class="quiet">Paid nothing yet? <a href="${paymentPage(payment)}">Back to the payment</a></p>
</div>`,
})
