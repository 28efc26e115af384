import type { FastifyRequest } from 'fastify'
import { html } from 'hono/html'
import { refuse } from '#contract/errors.ts'
import { POLICY_WORDS, type PolicyKind } from '#contract/policies.ts'
import { type Block, blocksOf, isShown, summaryOf } from '../../rules/stores/policies.ts'
import { formatDay } from '../../rules/values/format-date.ts'
import { isoTime } from '../../rules/values/iso-time.ts'
import type { StoreRow } from '../../storage/schema.ts'
import { findPolicy } from '../../storage/stores/policies.ts'
import type { World } from '../../world.ts'
import { callLink, mailLink } from './parts/contact.ts'
import { preview } from './parts/preview.ts'
import type { PageAnswer } from './send-page.ts'
import { storeOf } from './store-of.ts'

/** `/s/{slug}/shipping` and the like: what the store has written, or a page that says there is nothing here. */
export async function policyPage(
  world: World,
  request: FastifyRequest,
  kind: PolicyKind,
): Promise<PageAnswer> {
  const store = await storeOf(world, request)
  if (!isShown(store, kind)) throw refuse('not_found')
  const policy = await findPolicy(world.db, store.id, kind)
  const { title } = POLICY_WORDS[kind]
  const description = policy ? summaryOf(policy.body) : `How to reach ${store.name}.`
  return {
    title: `${title} · ${store.name}`,
    description,
    store,
    head: preview(world, { store: store.name, title, description, image: store.logo }),
    body: html`<article class="policy"><h1>${title}</h1>
${policy ? blocksOf(policy.body).map(block) : ''}
${kind === 'about' ? reach(store) : ''}
${policy ? lastChanged(policy.saved_at) : ''}</article>`,
  }
}

const block = (each: Block) =>
  'list' in each
    ? html`<ul>${each.list.map((item) => html`<li>${item}</li>`)}</ul>`
    : html`<p>${each.lines.map((line, i) => (i === 0 ? line : html`<br>${line}`))}</p>`

const lastChanged = (at: number) =>
  html`<p class="quiet small">Last changed on <time datetime="${isoTime(at)}">${formatDay(at)}</time></p>`

/** Who sells, and how to reach them; what they have not said is left out. */
function reach(store: StoreRow) {
  const { business_address: address, contact_phone: phone, contact_email: email } = store
  const facts = [
    ['Business', store.business_name || store.name],
    ['Address', address && html`<address>${address.split('\n').map((line) => html`${line}<br>`)}</address>`],
    ['Phone', phone && callLink(phone)],
    ['E-mail', email && mailLink(email)],
  ] as const
  return html`<dl class="facts">${facts.map(([label, value]) =>
    value ? html`<div><dt>${label}</dt><dd>${value}</dd></div>` : '',
  )}</dl>`
}
