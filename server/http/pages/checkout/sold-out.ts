import { html } from 'hono/html'
import { tooLittleToPay } from '../../../rules/checkout/fewest-words.ts'
import { productPath, storePath } from '../../../rules/stores/customer-paths.ts'
import type { ProductRow, StoreRow } from '../../../storage/schema.ts'
import type { PageAnswer } from '../send-page.ts'
import { boughtNotice } from './bought-already.ts'
import type { CheckoutView } from './checkout-view.ts'

type Sought = Pick<CheckoutView, 'store' | 'product' | 'bought'>

const HELD =
  'Somebody is paying for what is left just now. What is not paid for within 15 minutes comes back.'
const NONE_LEFT = 'There is none left just now. Look in again later.'

/** Why nothing of it can be bought just now, and when to come back. */
export const soldOutWords = ({ stock }: Pick<ProductRow, 'stock'>) => (stock > 0 ? HELD : NONE_LEFT)

export const tooLittlePage = (store: StoreRow, product: ProductRow): PageAnswer => ({
  title: `${product.name} · ${store.name}`,
  store,
  body: html`<div class="message"><h1>${product.name}</h1>
<p>${tooLittleToPay()}</p>
<p><a class="button plain" href="${storePath(store.slug)}">See all products</a></p></div>`,
})

/** For a customer who has filled in the form of a product that was then withdrawn. */
export const withdrawnPage = (store: StoreRow): PageAnswer => ({
  title: `No longer offered · ${store.name}`,
  status: 404,
  store,
  body: html`<div class="message"><h1>This is no longer offered</h1>
<p>${store.name} has taken it off its shelf. Nothing was ordered or charged.</p>
<p><a class="button" href="${storePath(store.slug)}">See all products</a></p></div>`,
})

export const soldOutPage = ({ store, product, bought }: Sought): PageAnswer => ({
  title: `${product.name} is sold out · ${store.name}`,
  store,
  body: html`<div class="message"><h1>${product.name} is sold out</h1>
${bought ? boughtNotice(bought) : ''}
<p>${soldOutWords(product)}</p>
<p class="row"><a class="button" href="${productPath(store.slug, product.id)}">Look again</a> <a class="button plain" href="${storePath(store.slug)}">See all products</a></p></div>`,
})
