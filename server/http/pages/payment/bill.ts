import { html } from 'hono/html'
import { formatMoney } from '../../../rules/values/format-money.ts'
import type { PaymentInView } from './find-payment.ts'

/**
 * What is paid for, as it was chosen, and to whom, with the amount due or already paid. The last amount is in large
 * letters.
 */
export function bill(
  { store, checkout }: PaymentInView,
  amounts: [label: string, amount: string][] = [['Amount', formatMoney(checkout.amount_paise)]],
) {
  const { variation, size, color } = checkout
  const chosen = [variation, size, color].filter(Boolean).join(', ')
  return html`<dl class="bill">
<div><dt>To</dt><dd>${store.name}</dd></div>
<div><dt>For</dt><dd>${checkout.quantity} × ${checkout.product_name}${chosen ? html`<br><span class="quiet">${chosen}</span>` : ''}</dd></div>
${amounts.map(([label, amount], i) => html`<div${i === amounts.length - 1 ? html` class="total"` : ''}><dt>${label}</dt><dd>${amount}</dd></div>`)}
</dl>`
}
