import { html } from 'hono/html'
import { outcomePath, productPath, storePath } from '../../../rules/stores/customer-paths.ts'
import type { PageAnswer } from '../send-page.ts'
import type { PaymentInView } from './find-payment.ts'

/** This payment can no longer be made, but a new checkout can be started. */
export const endedPage = ({ store, checkout, payment }: PaymentInView, why: string): PageAnswer => ({
  title: 'This payment has ended',
  store,
  body: html`<div class="message">
<h1>This payment has ended</h1>
<p>${why} Begin again to pay; if you have paid already, <a href="${outcomePath(payment)}">see what became of it</a>.</p>
<a class="button wide" href="${productPath(store.slug, checkout.product_id)}">Begin again</a>
<a class="button plain wide" href="${storePath(store.slug)}">See all products</a>
</div>`,
})
