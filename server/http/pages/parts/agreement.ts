import { html } from 'hono/html'
import { POLICY_WORDS, type PolicyKind } from '#contract/policies.ts'
import { policyPath } from '../../../rules/stores/customer-paths.ts'
import { isShown } from '../../../rules/stores/policies.ts'
import type { StoreRow } from '../../../storage/schema.ts'

/**
 * Beside the button that pays: the terms that paying accepts, and the policy on returns, as far as the store has them.
 */
export function agreement(store: StoreRow) {
  const [hasTerms, hasReturns] = [isShown(store, 'terms'), isShown(store, 'returns')]
  if (!hasTerms && !hasReturns) return ''
  return html`<p class="small quiet">${hasTerms ? html`By paying you agree to the ${beside(store, 'terms', 'terms and conditions')} of ${store.name}. ` : ''}${
    hasReturns
      ? html`Good to know: ${beside(store, 'returns', POLICY_WORDS.returns.title.toLowerCase())}.`
      : ''
  }</p>`
}

/** Opens in a new tab, so that what was typed on this page stays. */
const beside = ({ slug }: StoreRow, kind: PolicyKind, words: string) =>
  html`<a href="${policyPath(slug, kind)}" target="_blank" rel="noopener">${words}<span class="hidden"> (opens in a new tab)</span></a>`
