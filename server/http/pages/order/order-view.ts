import { html } from 'hono/html'
import { STATUS_WORDS } from '#contract/design.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import { type OrderMoney, receivedSentence, returnSentence } from '../../../rules/orders/money-words.ts'
import type { PageAnswer } from '../send-page.ts'
import { boughtPart } from './bought-part.ts'
import type { OrderInView } from './order-in-view.ts'
import { reviewPart } from './review-part.ts'
import { timelinePart } from './timeline-part.ts'

const NEXT: Record<OrderStatus, (store: string, money: OrderMoney) => string> = {
  started: (store, money) => `${receivedSentence(store, money)} The next step is to prepare it.`,
  processing: (store) => `${store} is getting it ready to send.`,
  dispatched: () => 'The parcel is with the courier.',
  delivered: () => 'The parcel has arrived.',
  cancelled: (store, money) =>
    [`${store} has cancelled this order.`, returnSentence(store, money)].filter(Boolean).join(' '),
}

/** The present status in one large line, then the order's history, then what was bought. */
export function orderView(view: OrderInView): PageAnswer {
  const { order, store, problems, isReviewLate } = view
  const status = order.status
  // What answers a form is not loaded again: that would send the form again.
  const isAnswer = problems !== undefined || isReviewLate
  return {
    title: `${STATUS_WORDS[status]}: ${order.product_name} · ${store.name}`,
    store,
    sources: { 'connect-src': "'self'" },
    body: html`<div class="order"${isAnswer ? '' : html` data-present`}>
${status === 'delivered' ? reviewPart(view) : ''}
<section class="now ${status}"><p class="small">Your ${order.is_test ? 'test order' : 'order'} of ${order.product_name}</p>
<h1>${STATUS_WORDS[status]}</h1><p>${NEXT[status](store.name, order)}</p></section>
${timelinePart(view)}
${order.tracking_url ? tracking(order.tracking_url, status) : ''}
${boughtPart(view)}
</div>`,
  }
}

/** A prominent button while the parcel travels, a plain one afterwards. */
const tracking = (url: string, status: OrderStatus) =>
  html`<p><a class="button wide${status === 'dispatched' ? '' : ' plain'}" href="${url}" rel="noreferrer noopener">Track the parcel</a></p>`
