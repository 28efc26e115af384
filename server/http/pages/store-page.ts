import type { FastifyRequest } from 'fastify'
import { html } from 'hono/html'
import { availableStock } from '../../rules/checkout/checkout.ts'
import { productPath, storePath } from '../../rules/customer-paths.ts'
import { everything, type Heading, inCategory, searched } from '../../rules/products/shelf.ts'
import { parseId } from '../../rules/values/uuid.ts'
import { reservedQuantities } from '../../storage/orders/checkouts.ts'
import {
  type Card,
  listShelfCategories,
  type ShelfPlace,
  searchShelf,
} from '../../storage/products/shelf-list.ts'
import type { StoreRow } from '../../storage/schema.ts'
import type { World } from '../../world.ts'
import { picture } from './parts/picture.ts'
import { preview } from './parts/preview.ts'
import { price, saleMark } from './parts/price.ts'
import { parsePlace, placeText } from './parts/shelf-place.ts'
import type { Answer } from './send-page.ts'
import { storeOf } from './store-of.ts'

const CARDS_PER_PAGE = 24
const EAGER_CARDS = 4
const MOST_SEARCH_CHARACTERS = 100

interface Asked {
  q: string
  category: string | undefined
  after: string | undefined
}

/** `/s/{slug}`: what the store offers. */
export async function storePage(world: World, request: FastifyRequest): Promise<Answer> {
  const store = await storeOf(world, request)
  const asked = askedOf(request)
  const [{ cards, stoppedAt }, categories] = await Promise.all([
    searchShelf(world.db, store.id, headingsFor(asked), parsePlace(asked.after), CARDS_PER_PAGE + 1),
    listShelfCategories(world.db, store.id),
  ])
  const shown = cards.slice(0, CARDS_PER_PAGE)
  const reserved = await reservedQuantities(
    world.db,
    store.id,
    shown.map((card) => card.product_id),
    world.now(),
  )
  const next = cards.length > CARDS_PER_PAGE ? shown.at(-1) : stoppedAt
  const chosen = categories.find(({ id }) => id === asked.category)
  const description = `Everything that ${store.name} offers.`
  return {
    title: chosen ? `${chosen.name} · ${store.name}` : store.name,
    description,
    store,
    head: preview(world, {
      store: store.name,
      title: chosen?.name ?? store.name,
      description,
      image: store.logo ?? shown[0]?.primary_image,
    }),
    body: html`<h1 class="hidden">${store.name}</h1>
${searchForm(store, asked)}
${categories.length > 0 ? categoryLinks(store, categories, asked) : ''}
${
  shown.length === 0
    ? nothingFound(store, asked, stoppedAt !== undefined)
    : html`${asked.q ? foundLine(store, asked) : ''}<ul class="cards">${shown.map((card, i) =>
        cardOf(store, card, availableStock(card.stock, reserved.get(card.product_id) ?? 0), i < EAGER_CARDS),
      )}</ul>`
}
${pager(store, asked, next, stoppedAt ? 'Search on' : 'Show more')}`,
  }
}

function askedOf(request: FastifyRequest): Asked {
  const query = request.query as Record<string, unknown>
  const text = (name: string) => {
    const value = query[name]
    return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : ''
  }
  return {
    q: text('q').trim().slice(0, MOST_SEARCH_CHARACTERS),
    category: parseId(text('category')),
    after: text('after') || undefined,
  }
}

function headingsFor({ q, category }: Asked): [Heading, ...Heading[]] {
  const [first, ...others] = searched(q)
  const within = category ? [inCategory(category)] : []
  if (first) return [first, ...others, ...within]
  return [within[0] ?? everything]
}

function linkTo(store: StoreRow, { q, category, after }: Partial<Asked>): string {
  const query = new URLSearchParams()
  if (q) query.set('q', q)
  if (category) query.set('category', category)
  if (after) query.set('after', after)
  return `${storePath(store.slug)}${query.size > 0 ? `?${query}` : ''}`
}

const searchForm = (
  store: StoreRow,
  { q, category }: Asked,
) => html`<form class="search" action="${storePath(store.slug)}" role="search">
<label class="hidden" for="q">Search ${store.name}</label>
<input id="q" name="q" type="search" value="${q}" placeholder="Search" maxlength="${MOST_SEARCH_CHARACTERS}" enterkeyhint="search" autocomplete="off">
${category ? html`<input type="hidden" name="category" value="${category}">` : ''}
<button class="button plain">Search</button>
</form>`

const categoryLinks = (
  store: StoreRow,
  categories: Array<{ id: string; name: string }>,
  { q, category }: Asked,
) => html`<nav class="categories" aria-label="Categories"><ul>
${[{ id: undefined, name: 'Everything' }, ...categories].map(
  ({ id, name }) =>
    html`<li><a class="chip" href="${linkTo(store, { q, category: id })}"${id === category ? html` aria-current="true"` : ''}>${name}</a></li>`,
)}</ul></nav>`

function cardOf(store: StoreRow, card: Card, available: number, eager: boolean) {
  const gone = available === 0
  return html`<li class="card${gone ? ' gone' : ''}"><a href="${productPath(store.slug, card.product_id)}">
<span class="square">${picture(card.primary_image, { alt: '', edge: 360, sizes: '(min-width: 720px) 252px, 46vw', first: eager })}${saleMark(card)}</span>
<span class="name">${card.name}</span>
${price(card)}
${gone ? html`<span class="small quiet">Out of stock</span>` : ''}</a></li>`
}

const foundLine = (store: StoreRow, { q, category }: Asked) =>
  html`<p class="found">What we have for “${q}” <a href="${linkTo(store, { category })}">Clear the search</a></p>`

function nothingFound(store: StoreRow, asked: Asked, unfinished: boolean) {
  const [none, advice] = nothingWords(store, asked, unfinished)
  const looked = asked.q !== '' || asked.category
  return html`<div class="message"><h2>${none}</h2>
<p>${advice}</p>
${looked ? html`<p><a class="button" href="${storePath(store.slug)}">See all products</a></p>` : ''}</div>`
}

function nothingWords({ name }: StoreRow, { q, category, after }: Asked, unfinished: boolean) {
  const nothing = after ? 'Nothing more' : 'Nothing'
  if (unfinished)
    return [`Nothing yet for “${q}”`, 'There is more to look through. Search on, or try other words.']
  if (q) return [`${nothing} found for “${q}”`, 'Try fewer or shorter words, or look at everything.']
  if (category) return [`${nothing} in this category`, 'Look at everything instead.']
  return ['Nothing here yet', `${name} has not put anything on its shelf. Come back soon.`]
}

function pager(store: StoreRow, asked: Asked, next: ShelfPlace | undefined, goOn: string) {
  const { q, category, after } = asked
  if (!next && !after) return ''
  return html`<nav class="pager" aria-label="Pages">
${after ? html`<a class="button plain" href="${linkTo(store, { q, category })}">Back to the start</a>` : ''}
${next ? html`<a class="button plain" rel="next" href="${linkTo(store, { q, category, after: placeText(next) })}">${goOn}</a>` : ''}
</nav>`
}
