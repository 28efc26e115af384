import { html } from 'hono/html'
import type { CustomQuestion } from '#contract/products.ts'
import { totalPaise } from '../../../rules/checkout/checkout.ts'
import { fewestWords } from '../../../rules/checkout/fewest-words.ts'
import { MOST_PIECES, MOST_TEXT_CHARACTERS } from '../../../rules/checkout/purchase.ts'
import { questionFingerprints } from '../../../rules/checkout/question-fingerprints.ts'
import { typedCount } from '../../../rules/checkout/typed-digits.ts'
import { productPath } from '../../../rules/stores/customer-paths.ts'
import { formatMoney } from '../../../rules/values/format-money.ts'
import type { ProductRow } from '../../../storage/schema.ts'
import { agreement } from '../parts/agreement.ts'
import { choicesOf } from '../parts/choices.ts'
import { field } from '../parts/field.ts'
import { picture } from '../parts/picture.ts'
import type { PageAnswer } from '../send-page.ts'
import { boughtNotice } from './bought-already.ts'
import type { CheckoutView } from './checkout-view.ts'
import { customerFields } from './customer-fields.ts'
import { problemList } from './problem-list.ts'
import { questionField } from './question-field.ts'

/** One page in three short parts, with the total always visible. */
export function checkoutPage(view: CheckoutView): PageAnswer {
  const { store, product, problems, attempt, query, bought } = view
  const questions: CustomQuestion[] = JSON.parse(product.custom_questions)
  const hasUpload = questions.some(({ type }) => type === 'image')
  return {
    title: `Buy ${product.name} · ${store.name}`,
    store,
    sources: { 'connect-src': "'self'" },
    body: html`<form class="checkout" method="post" action="${productPath(store.slug, product.id)}/checkout${query}"${hasUpload ? html` enctype="multipart/form-data"` : ''}>
${enterSends(product)}
<h1>Buy ${product.name}</h1>
${bought ? boughtNotice(bought, problems.has('product') ? '' : html`<span> To buy again, send this form.</span>`) : ''}
${problemList(view)}
<input type="hidden" name="attempt" value="${attempt}">
<input type="hidden" name="asked" value="${questionFingerprints(questions)}">
<input type="hidden" name="seen" value="${product.current_price_paise}-${product.shipping_paise}">
${whatPart(view, questions)}
<section class="part" aria-labelledby="who"><h2 id="who"><span class="step">2</span> Who and where</h2>${customerFields(view)}</section>
${payPart(view)}
</form>`,
  }
}

/** Enter submits with a form's first button. Without JavaScript that would be the one that updates the total. */
const enterSends = (product: ProductRow) =>
  html`<noscript><button class="hidden" tabindex="-1" aria-hidden="true">${sending(product).button}</button></noscript>`

/** An order that costs nothing is placed at once. */
const sending = ({ current_price_paise, shipping_paise }: ProductRow) =>
  current_price_paise + shipping_paise === 0
    ? { button: 'Place the order', next: 'There is nothing to pay: the order is placed at once.' }
    : {
        button: 'Go to payment',
        next: 'You pay on the next page, where your pieces are kept for you for 15 minutes. Nothing is charged before.',
      }

function whatPart(
  { product, typed, problems, kept, available, fewest }: CheckoutView,
  questions: CustomQuestion[],
) {
  return html`<section class="part" aria-labelledby="what"><h2 id="what"><span class="step">1</span> What</h2>
<div class="bought"><span class="square">${picture(product.primary_image, { alt: '', edge: 72 })}</span>
<div><strong>${product.name}</strong><br>${formatMoney(product.current_price_paise)} each</div></div>
${choicesOf(product, { variation: typed.get('variation'), size: typed.get('size'), color: typed.get('color') }, problems)}
<div class="quantity">${field({
    name: 'quantity',
    label: 'How many',
    value: typed.get('quantity') ?? String(fewest),
    ...(fewest > 1 && { hint: fewestWords(fewest) }),
    problem: problems.get('quantity'),
    more: {
      // A number field silently drops the digits of Hindi and other scripts.
      inputmode: 'numeric',
      maxlength: String(MOST_PIECES).length,
      'data-fewest': fewest,
      'data-most': Math.max(1, available),
      'data-unit': product.current_price_paise,
      'data-shipping': product.shipping_paise,
    },
  })}<noscript><button class="button plain" name="recount" value="yes" formnovalidate>Update the total</button></noscript></div>
${questions.map((question, i) => questionField(question, i, { typed, kept, problem: problems.get(`answers[${i}]`) }))}
${field({
  name: 'special_instructions',
  label: 'Anything the shop should know',
  value: typed.get('special_instructions') ?? '',
  problem: problems.get('special_instructions'),
  optional: true,
  lines: 2,
  more: { maxlength: MOST_TEXT_CHARACTERS },
})}</section>`
}

function payPart({ store, product, typed, fewest }: CheckoutView) {
  const quantity = countOf(typed.get('quantity'), fewest)
  const { current_price_paise: unit, shipping_paise: shipping } = product
  const total = formatMoney(totalPaise(quantity, unit, shipping))
  const { button, next } = sending(product)
  return html`<section class="part" aria-labelledby="pay"><h2 id="pay"><span class="step">3</span> Pay</h2>
<dl class="sum"><div><dt>${product.name}, <span class="each"><span data-count>${quantity}</span> × ${formatMoney(unit)}</span></dt><dd data-items>${formatMoney(quantity * unit)}</dd></div>
<div><dt>Delivery</dt><dd>${shipping === 0 ? 'Free' : formatMoney(shipping)}</dd></div>
<div><dt><strong>Total</strong></dt><dd><strong data-total>${total}</strong></dd></div></dl>
<p class="small quiet">${next}</p>
${agreement(store)}</section>
<div class="buy"><span><span class="small quiet">Total</span><br><strong data-total role="status">${total}</strong></span><button class="button">${button}</button></div>`
}

/** For display only; the amount charged is computed when the form is judged. */
function countOf(text: string | undefined, fewest: number): number {
  const count = Number(typedCount(text ?? String(fewest)))
  return Number.isInteger(count) && count >= 1 && count <= MOST_PIECES ? count : fewest
}
