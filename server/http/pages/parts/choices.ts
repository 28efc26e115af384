import { html } from 'hono/html'
import { offeredChoices } from '../../../rules/checkout/offer.ts'
import { CHOICES } from '../../../rules/checkout/purchase.ts'
import type { ProductRow } from '../../../storage/schema.ts'

type Chosen = Partial<Record<(typeof CHOICES)[number][0], string | undefined>>

/** More options than fill two rows or so of a phone. */
const MANY = 6

/**
 * One row of large chips per choice that the product offers; a single option is chosen already. Of many options only
 * the one chosen before is shown, until the customer wants to change it.
 */
export const choicesOf = (product: ProductRow, chosen: Chosen, problems: ReadonlyMap<string, string>) =>
  CHOICES.map(([name, column, label]) => {
    const offered = offeredChoices(product[column])
    return offered.length === 0 ? '' : chips(name, titleOf(label), offered, chosen[name], problems.get(name))
  })

const titleOf = (label: string) => label.charAt(0).toUpperCase() + label.slice(1)

function chips(
  name: string,
  label: string,
  offered: readonly string[],
  chosen: string | undefined,
  problem: string | undefined,
) {
  const picked = chosen ?? (offered.length === 1 ? offered[0] : undefined)
  const isFolded = offered.length > MANY && offered.includes(picked ?? '')
  return html`<fieldset class="choice" id="${name}"${problem ? html` aria-describedby="${name}-problem"` : ''}><legend>${label}</legend>
${isFolded ? fold(label) : ''}<div class="chips">${offered.map(
    (value, i) =>
      html`<label class="chip"><input type="radio" name="${name}" value="${value}" required${value === picked ? ' checked' : ''} id="${name}-${i}"><span>${value}</span></label>`,
  )}</div>
${problem ? html`<p class="problem" id="${name}-problem">${problem}</p>` : ''}</fieldset>`
}

/** Holds nothing but whether the other options are shown: the chosen chip itself is always there. */
const fold = (
  label: string,
) => html`<details class="fold"><summary><span class="folded">Change<span class="hidden"> ${label.toLowerCase()}</span></span><span class="unfolded">Done</span></summary></details>
`
