import type { FastifyRequest } from 'fastify'
import { html } from 'hono/html'
import { availableStock } from '../../rules/checkout/checkout.ts'
import { productPath, storePath } from '../../rules/stores/customer-paths.ts'
import { parseId } from '../../rules/values/uuid.ts'
import { reservedQuantities } from '../../storage/orders/checkouts.ts'
import type { PricedCard } from '../../storage/products/by-price/offered.ts'
import { listShelfCategories } from '../../storage/products/shelf-list.ts'
import type { StoreRow } from '../../storage/schema.ts'
import type { World } from '../../world.ts'
import { picture } from './parts/picture.ts'
import { preview } from './parts/preview.ts'
import { price, saleMark } from './parts/price.ts'
import type { PageAnswer } from './send-page.ts'
import { type Asked, cardsFor, PRICE_ORDERS } from './store-list.ts'
import { storeOf } from './store-of.ts'

const EAGER_CARDS = 4
const MOST_SEARCH_CHARACTERS = 100

/** `/s/{slug}`: what the store offers. */
export async function storePage(world: World, request: FastifyRequest): Promise<PageAnswer> {
  const store = await storeOf(world, request)
  const asked = askedOf(request)
  const [{ shown, next, isStopped }, categories] = await Promise.all([
    cardsFor(world, store, asked),
    listShelfCategories(world.db, store.id),
  ])
  const reserved = await reservedQuantities(
    world.db,
    store.id,
    shown.map((card) => card.product_id),
    world.now(),
  )
  const isBare = shown.length === 0 && linkTo(store, asked) === storePath(store.slug)
  const chosen = categories.find(({ id }) => id === asked.category)
  const description = `Everything that ${store.name} offers.`
  return {
    title: chosen ? `${chosen.name} · ${store.name}` : store.name,
    // A page without a description is not indexed: search engines need these products in one order only.
    description: asked.sort ? undefined : description,
    store,
    head: preview(world, {
      store: store.name,
      title: chosen?.name ?? store.name,
      description,
      image: store.logo ?? shown[0]?.primary_image,
    }),
    body: html`<h1 class="hidden">${store.name}</h1>
${isBare ? '' : searchForm(store, asked)}
${categories.length > 0 ? categoryLinks(store, categories, asked) : ''}
${shown.length > 1 || asked.sort ? sortLinks(store, asked) : ''}
${
  shown.length === 0
    ? nothingFound(store, asked, isStopped, chosen?.name)
    : html`${asked.q ? foundLine(store, asked, chosen?.name) : ''}<ul class="cards">${shown.map((card, i) =>
        cardOf(store, card, availableStock(card.stock, reserved.get(card.product_id) ?? 0), i < EAGER_CARDS),
      )}</ul>`
}
${pager(store, asked, next, isStopped && asked.q ? 'Search on' : 'Show more')}`,
  }
}

function askedOf(request: FastifyRequest): Asked {
  const query = request.query as Record<string, unknown>
  const text = (name: string) => {
    const value = query[name]
    return typeof value === 'string' ? value.replaceAll('\0', '') : ''
  }
  return {
    q: [...text('q').trim()].slice(0, MOST_SEARCH_CHARACTERS).join(''),
    category: parseId(text('category')),
    sort: PRICE_ORDERS.find((order) => order === text('sort')),
    after: text('after') || undefined,
  }
}

function linkTo(store: StoreRow, { q, category, sort, after }: Partial<Asked>): string {
  const query = new URLSearchParams()
  if (q) query.set('q', q)
  if (category) query.set('category', category)
  if (sort) query.set('sort', sort)
  if (after) query.set('after', after)
  return `${storePath(store.slug)}${query.size > 0 ? `?${query}` : ''}`
}

const searchForm = (
  store: StoreRow,
  { q, category, sort }: Asked,
) => html`<form class="search" action="${storePath(store.slug)}" role="search">
<label class="hidden" for="q">Search ${store.name}</label>
<input id="q" name="q" type="search" value="${q}" placeholder="Search" maxlength="${MOST_SEARCH_CHARACTERS}" enterkeyhint="search" autocomplete="off">
${category ? html`<input type="hidden" name="category" value="${category}">` : ''}
${sort ? html`<input type="hidden" name="sort" value="${sort}">` : ''}
<button class="button plain">Search</button>
</form>`

const categoryLinks = (
  store: StoreRow,
  categories: Array<{ id: string; name: string }>,
  { q, category, sort }: Asked,
) => html`<nav class="categories" aria-label="Categories"><ul>
${[{ id: undefined, name: 'Everything' }, ...categories].map(
  ({ id, name }) =>
    html`<li><a class="chip" href="${linkTo(store, { q, category: id, sort })}"${id === category ? html` aria-current="true"` : ''}>${name}</a></li>`,
)}</ul></nav>`

const SORTS = (q: string) =>
  [
    [undefined, q ? 'Best match' : 'Newest'],
    ['low', 'Lowest price'],
    ['high', 'Highest price'],
  ] as const

const sortLinks = (store: StoreRow, { q, category, sort }: Asked) =>
  html`<nav class="sort" aria-label="Order"><span aria-hidden="true">Sort by</span><ul class="links">${SORTS(
    q,
  ).map(
    ([order, words]) =>
      html`<li><a href="${linkTo(store, { q, category, sort: order })}"${order === sort ? html` aria-current="true"` : ''}>${words}</a></li>`,
  )}</ul></nav>`

function cardOf(store: StoreRow, card: PricedCard, available: number, eager: boolean) {
  const gone = available === 0
  return html`<li class="card${gone ? ' gone' : ''}"><a href="${productPath(store.slug, card.product_id)}">
<span class="square">${picture(card.primary_image, { alt: '', edge: 360, sizes: '(min-width: 720px) 252px, 44vw', first: eager })}${saleMark(card)}</span>
<span class="name">${card.name}</span>
${price(card)}
${gone ? html`<span class="small quiet">Out of stock</span>` : ''}</a></li>`
}

/** A search stays within the chosen category, whose mark may be scrolled out of its row. */
const within = (category: string | undefined) => (category ? ` in ${category}` : '')

const foundLine = (store: StoreRow, { q, category, sort }: Asked, name: string | undefined) =>
  html`<p class="found"><span>What we have for “${q}”${within(name)}</span> <a href="${linkTo(store, { category, sort })}">Clear the search</a></p>`

function nothingFound(store: StoreRow, asked: Asked, unfinished: boolean, name: string | undefined) {
  const [none, advice] = nothingWords(store, asked, unfinished, name)
  const { q, category, sort } = asked
  const offer = (label: string, to: string) => html`<p><a class="button" href="${to}">${label}</a></p>`
  return html`<div class="message"><h2>${none}</h2>
<p>${advice}</p>
${q && category ? offer('Search everything', linkTo(store, { q, sort })) : q || category ? offer('See all products', storePath(store.slug)) : ''}</div>`
}

function nothingWords(
  store: StoreRow,
  { q, category, after }: Asked,
  unfinished: boolean,
  name: string | undefined,
) {
  const nothing = after ? 'Nothing more' : 'Nothing'
  if (unfinished)
    return [
      q ? `Nothing yet for “${q}”` : 'Nothing yet',
      'There is more to look through. Search on, or try other words.',
    ]
  if (q && category)
    return [`${nothing} found for “${q}”${within(name)}`, 'Search everything, or try fewer or shorter words.']
  if (q) return [`${nothing} found for “${q}”`, 'Try fewer or shorter words, or look at everything.']
  if (category) return [`${nothing} in this category`, 'Look at everything instead.']
  return ['Nothing here yet', `${store.name} has not put anything on its shelf. Come back soon.`]
}

function pager(store: StoreRow, asked: Asked, next: string | undefined, goOn: string) {
  const { q, category, sort, after } = asked
  if (!next && !after) return ''
  return html`<nav class="pager" aria-label="Pages">
${after ? html`<a class="button plain" href="${linkTo(store, { q, category, sort })}">Back to the start</a>` : ''}
${next ? html`<a class="button plain" rel="next" href="${linkTo(store, { q, category, sort, after: next })}">${goOn}</a>` : ''}
</nav>`
}
