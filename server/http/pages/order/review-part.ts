import { html, raw } from 'hono/html'
import { isErased } from '#contract/erased-customer.ts'
import { MOST_REVIEW_CHARACTERS } from '../../../rules/orders/review.ts'
import { orderPath } from '../../../rules/stores/customer-paths.ts'
import { countWords } from '../../../rules/values/count-words.ts'
import { field } from '../parts/field.ts'
import type { OrderInView } from './order-in-view.ts'

const STARS = [1, 2, 3, 4, 5] as const

/** Five stars to choose from, once and unless the customer has been erased; after that the stored review. */
export function reviewPart(view: OrderInView) {
  const { order, store, typed, problems } = view
  if (order.rating !== null) return givenReview(order.rating, order.review, view.isReviewLate)
  if (isErased(order.customer_email)) return ''
  const problem = problems?.get('rating')
  return html`<form class="part review" method="post" action="${orderPath(order.token)}">
<h2>How is your ${order.product_name}?</h2>
<fieldset${problem ? html` aria-describedby="rating-problem"` : ''}><legend class="hidden">Stars</legend>
<div class="stars">${STARS.map(
    (stars) =>
      html`<label><input type="radio" name="rating" value="${stars}" required${typed?.rating === String(stars) ? ' checked' : ''}>${star}<span class="hidden">${starWords(stars)}</span></label>`,
  )}</div>${problem ? html`<p class="problem" id="rating-problem">${problem}</p>` : ''}</fieldset>
${field({
  name: 'review',
  label: 'In your words',
  value: typed?.review ?? '',
  problem: problems?.get('review'),
  optional: true,
  lines: 3,
  more: { maxlength: MOST_REVIEW_CHARACTERS },
})}
<button class="button">Send to ${store.name}</button></form>`
}

const givenReview = (
  rating: number,
  review: string | null,
  isLate = false,
) => html`<section class="part review"><h2>Thank you for your review</h2>
${isLate ? html`<p class="notice" role="alert">This order had a review already. What was sent now is not kept.</p>` : ''}
<p class="stars given" role="img" aria-label="${starWords(rating)}">${STARS.map((stars) => html`<span${stars <= rating ? html` class="full"` : ''}>${star}</span>`)}</p>
${review ? html`<blockquote>${review}</blockquote>` : ''}</section>`

const starWords = (stars: number) => countWords(stars, 'star')

const star = raw(
  '<svg viewBox="0 0 24 24" width="40" height="40" aria-hidden="true"><path d="M12 2.6l2.9 6 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5L2.6 9.5l6.5-.9z"/></svg>',
)
