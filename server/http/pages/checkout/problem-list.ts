import { html } from 'hono/html'
import type { CustomQuestion } from '#contract/products.ts'
import { offeredChoices } from '../../../rules/checkout/offer.ts'
import { CHOICES } from '../../../rules/checkout/purchase.ts'
import type { KeptProduct } from '../../../rules/products/product-row.ts'
import { storePath } from '../../../rules/stores/customer-paths.ts'
import type { CheckoutView } from './checkout-view.ts'

/** Lists the problems at the top as well, each with a link to its field. */
export function problemList({ problems, product, store }: CheckoutView) {
  if (problems.size === 0) return ''
  const line =
    problems.size === 1 ? 'One thing needs another look' : `${problems.size} things need another look`
  return html`<div class="problems" role="alert" id="problems" tabindex="-1"><p><strong>${line}</strong></p>
<ul>${[...problems].map(([name, problem]) => {
    if (name === 'product')
      return html`<li>${problem}. <a href="${storePath(store.slug)}">See all products</a></li>`
    return WHOLE_PAGE.has(name) || isGone(name, product)
      ? html`<li>${problem}</li>`
      : html`<li><a href="#${fieldId(name)}">${asked(name, product)}${problem}</a></li>`
  })}</ul></div>`
}

const WHOLE_PAGE = new Set(['questions', 'price', 'payment'])

/** The product no longer has this choice, which it had when the form was opened, so the form has no field for it. */
const isGone = (name: string, product: KeptProduct) =>
  CHOICES.some(([choice, column]) => choice === name && offeredChoices(product[column]).length === 0)

const ANSWER = /^answers\[(\d+)\]$/

const fieldId = (name: string) => name.replace(ANSWER, 'answer-$1')

/** Beside its field a problem need not say to which question it belongs; in the list it must. */
function asked(name: string, { custom_questions }: KeptProduct): string {
  const questions: CustomQuestion[] = JSON.parse(custom_questions)
  const question = questions[Number(ANSWER.exec(name)?.[1])]
  return question ? `“${question.question}”: ` : ''
}
