import type { FastifyRequest } from 'fastify'
import { html } from 'hono/html'
import { fewestOf } from '../../actions/payments/gateways.ts'
import { availableStock } from '../../rules/checkout/checkout.ts'
import { fewestWords, tooLittleToPay } from '../../rules/checkout/fewest-words.ts'
import { stockLevel, stockWords } from '../../rules/products/stock-words.ts'
import { productPath, storePath } from '../../rules/stores/customer-paths.ts'
import { formatMoney } from '../../rules/values/format-money.ts'
import type { ProductRow } from '../../storage/schema.ts'
import type { World } from '../../world.ts'
import { attemptOf, reservedByOthers } from './checkout/attempt.ts'
import { soldOutWords } from './checkout/sold-out.ts'
import { choicesOf } from './parts/choices.ts'
import { picture } from './parts/picture.ts'
import { preview } from './parts/preview.ts'
import { price, saleMark } from './parts/price.ts'
import type { PageAnswer } from './send-page.ts'
import { offeredProduct, storeOf } from './store-of.ts'

/** `/s/{slug}/p/{id}`: one product, with one thing to do. */
export async function productPage(world: World, request: FastifyRequest): Promise<PageAnswer> {
  const store = await storeOf(world, request)
  const product = await offeredProduct(world, store, (request.params as { id: string }).id)
  const reserved = await reservedByOthers(world, attemptOf(request, world, product), product)
  const available = availableStock(product.stock, reserved)
  const fewest = (await fewestOf(world, product)) ?? Number.POSITIVE_INFINITY
  const description = product.short_description || product.name
  return {
    title: `${product.name} · ${store.name}`,
    description,
    store,
    head: preview(world, {
      store: store.name,
      title: product.name,
      description,
      image: product.primary_image,
    }),
    sources: { 'connect-src': "'self'" },
    body: html`<article class="product">
${gallery(product)}
<form class="about" action="${productPath(store.slug, product.id)}/checkout">
<h1>${product.name}</h1>
<p class="row">${price(product)}${saleMark(product)}</p>
<p class="stock ${stockLevel(available)}" data-present>${stockWords(available)}</p>
<p class="quiet">${delivery(product)}</p>
${choicesOf(product, {}, new Map())}
${fewest > 1 && fewest <= available ? html`<p class="notice">${fewestWords(fewest)}</p>` : ''}
${buyBar(product, available, fewest)}
${about(product)}
</form>
</article>
<p><a href="${storePath(store.slug)}">See everything from ${store.name}</a></p>`,
  }
}

/** Slightly less than its real width: otherwise the many phones with 720 pixels would load a picture of 1,280. */
const GALLERY_SIZES = '(min-width: 720px) 550px, (min-width: 560px) and (orientation: landscape) 48vw, 88vw'

function gallery(product: ProductRow) {
  const others: string[] = JSON.parse(product.images)
  const all = [...new Set([...(product.primary_image ? [product.primary_image] : []), ...others])]
  if (all.length === 0)
    return html`<div class="gallery"><span class="square">${picture(null, { alt: '', edge: 640 })}</span></div>`
  return html`<ul class="gallery"${all.length > 1 ? html` tabindex="0" aria-label="Pictures of ${product.name}"` : ''}>${all.map(
    (url, i) =>
      html`<li class="square">${picture(url, { alt: i === 0 ? product.name : `${product.name}, picture ${i + 1}`, edge: 640, sizes: GALLERY_SIZES, first: i === 0 })}</li>`,
  )}</ul>`
}

function buyBar(product: ProductRow, available: number, fewest: number) {
  if (available === 0) return html`<p class="notice">${soldOutWords(product)}</p>`
  if (available < fewest) return html`<p class="notice">${tooLittleToPay()}</p>`
  return html`<div class="buy">${price(product)}<button class="button">Buy now</button></div>`
}

const delivery = ({ shipping_paise }: ProductRow) =>
  shipping_paise === 0 ? 'Delivery is free' : `Delivery ${formatMoney(shipping_paise)}, once per order`

function about({ description, short_description }: ProductRow) {
  const text = description || short_description
  return html`<div class="text"><h2>About this</h2>
${text.split(/\n\s*\n/).map((part) => html`<p>${part}</p>`)}</div>`
}
