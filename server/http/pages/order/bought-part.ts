import { html } from 'hono/html'
import { isErased } from '#contract/erased-customer.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import { givenAnswers } from '../../../rules/checkout/given-answers.ts'
import { paidFacts } from '../../../rules/orders/money-words.ts'
import { envelopeOf } from '../../../rules/orders/present-order.ts'
import { policyPath } from '../../../rules/stores/customer-paths.ts'
import { isShown } from '../../../rules/stores/policies.ts'
import { formatMoney } from '../../../rules/values/format-money.ts'
import type { OrderRow, StoreRow } from '../../../storage/schema.ts'
import { answerPicture, picture } from '../parts/picture.ts'
import type { OrderInView } from './order-in-view.ts'

/** What was bought, what it cost, where it goes, and whom to ask. */
export const boughtPart = ({
  order,
  store,
}: OrderInView) => html`<section class="part" aria-labelledby="items"><h2 id="items">What you bought</h2>
<div class="bought"><span class="square">${picture(order.product_image || null, { alt: '', edge: 72 })}</span>
<div><strong>${order.product_name}</strong><br>${order.quantity} × ${formatMoney(order.unit_price_paise)}</div></div>
<dl class="facts">${factsOf(order).map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl></section>
<section class="part" aria-labelledby="where"><h2 id="where">${WHERE[order.status]}</h2>${isErased(order.customer_email) ? erasedNote(store) : addressOf(order)}</section>
<p class="quiet small">Order number <strong>${order.number}</strong>, for when you ask ${store.name} something</p>
${isShown(store, 'returns') ? returnsLine(store) : ''}`

const WHERE: Record<OrderStatus, string> = {
  started: 'Where it goes',
  processing: 'Where it goes',
  dispatched: 'Where it goes',
  delivered: 'Where it went',
  cancelled: 'Where it would have gone',
}

const erasedNote = ({ name }: StoreRow) =>
  html`<p>${name} has erased your name, your address and all that you told it for this order. What was bought and paid stays in its books.</p>`

const returnsLine = ({ slug }: StoreRow) =>
  html`<p class="quiet small">Not as you wished? <a href="${policyPath(slug, 'returns')}">How returns and refunds work</a></p>`

function factsOf(order: OrderRow) {
  const texts: Array<[string, string | null]> = [
    ['Variation', order.variation],
    ['Size', order.size],
    ['Colour', order.color],
  ]
  return [
    ...texts.filter(([, value]) => value),
    ...givenAnswers(order).map(({ question, type, answer }) => [
      question,
      type === 'image' ? answerPicture(answer, question) : answer,
    ]),
    ...(order.special_instructions ? [['Your note', order.special_instructions]] : []),
    ['Delivery', order.shipping_paise === 0 ? 'Free' : formatMoney(order.shipping_paise)],
    ...paidFacts(order).map(([label, value]) => [label, html`<strong>${value}</strong>`] as const),
  ] as const
}

const addressOf = (order: OrderRow) =>
  html`<address>${[...envelopeOf(order), order.customer_phone].map(
    (line) => html`${line}<br>`,
  )}</address><p class="quiet small">Mails about it go to ${order.customer_email}</p>`
