import { html } from 'hono/html'
import { POLICY_WORDS } from '#contract/policies.ts'
import { policyPath } from '../../../rules/stores/customer-paths.ts'
import { shownPolicies } from '../../../rules/stores/policies.ts'
import type { StoreRow } from '../../../storage/schema.ts'
import { contactOf } from './contact.ts'

/** Below every page of a store: links to its policies, how to reach it, and who sells. */
export function storeFoot(store: StoreRow) {
  const contact = contactOf(store)
  return html`${policyLinks(store)}${contact ? html`<p class="contact">${contact}</p>` : ''}<p>Sold by ${store.business_name || store.name}, with Haat.</p>`
}

function policyLinks(store: StoreRow) {
  const kinds = shownPolicies(store)
  if (kinds.length === 0) return ''
  return html`<nav aria-label="About ${store.name}"><ul class="links">${kinds.map(
    (kind) => html`<li><a href="${policyPath(store.slug, kind)}">${POLICY_WORDS[kind].link}</a></li>`,
  )}</ul></nav>`
}
