import { html } from 'hono/html'
import { gatewayFor } from '../../../actions/payments/gateways.ts'
import { canCollect } from '../../../rules/payments/can-collect.ts'
import { paymentPath, productPath, storePath } from '../../../rules/stores/customer-paths.ts'
import type { CheckoutRow } from '../../../storage/schema.ts'
import type { World } from '../../../world.ts'
import type { PageAnswer } from '../send-page.ts'
import { bill } from './bill.ts'
import type { PaymentInView } from './find-payment.ts'
import { keptFor } from './kept-for.ts'
import { whatIsLeft } from './what-is-left.ts'

/** Offers another try only if it would buy something. */
export async function failedPage(
  world: World,
  view: PaymentInView,
  replacement: CheckoutRow | undefined,
): Promise<PageAnswer> {
  const { store } = view
  const { says, next } = await whatNext(world, view, replacement)
  return {
    title: 'The payment did not go through',
    store,
    body: html`<div class="message">
<h1>The payment did not go through</h1>
<p>${store.name} has received nothing. If your bank shows a debit, it returns it by itself within a few days.</p>
${bill(view)}
<p>${says}</p>
${next ? html`<a class="button wide" href="${next.to}">${next.label}</a>` : ''}
<a class="button ${next ? 'plain ' : ''}wide" href="${storePath(store.slug)}">See all products</a>
</div>`,
  }
}

async function whatNext(
  world: World,
  { payment, store, checkout }: PaymentInView,
  replacement: CheckoutRow | undefined,
) {
  const [left, gateway] = await Promise.all([
    whatIsLeft(world, checkout, replacement),
    gatewayFor(world, store.id),
  ])
  const anew = { to: productPath(store.slug, checkout.product_id), label: 'Begin again' }
  switch (left.is) {
    case 'gone':
      return { says: `${checkout.product_name} is no longer available.` }
    case 'ended':
      return { says: left.why, next: anew }
    case 'payable':
      if (!canCollect(gateway, payment))
        return { says: `${store.name} has changed how it takes payments.`, next: anew }
      return {
        says: keptFor(left.heldUntil, world.now()),
        next: { to: paymentPath(payment), label: 'Try again' },
      }
  }
}
