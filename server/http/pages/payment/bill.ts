import { html } from 'hono/html'
import { formatMoney } from '../../../rules/values/format-money.ts'
import type { PaymentInView } from './find-payment.ts'

/** What is to be paid, for what and to whom. */
export const bill = ({ store, checkout }: PaymentInView) => html`<dl class="bill">
<div><dt>To</dt><dd>${store.name}</dd></div>
<div><dt>For</dt><dd>${checkout.quantity} × ${checkout.product_name}</dd></div>
<div class="total"><dt>Amount</dt><dd>${formatMoney(checkout.amount_paise)}</dd></div>
</dl>`
