import { html } from 'hono/html'
import { STATE_OF_DIGITS, STATES } from '../../../rules/pincode-state.ts'
import { type FieldOptions, field } from '../parts/field.ts'
import type { CheckoutView } from './checkout-view.ts'

const FIELDS: ReadonlyArray<Omit<FieldOptions, 'value' | 'problem'>> = [
  { name: 'name', label: 'Name', more: { autocomplete: 'name', autocapitalize: 'words', maxlength: 100 } },
  {
    name: 'email',
    label: 'E-mail',
    hint: 'For the receipt and the link to your order.',
    more: { type: 'email', inputmode: 'email', autocomplete: 'email', maxlength: 254 },
  },
  {
    name: 'phone',
    label: 'Phone',
    hint: '10 digits, for the courier.',
    more: { type: 'tel', inputmode: 'tel', autocomplete: 'tel', maxlength: 20 },
  },
  {
    name: 'line1',
    label: 'House and street',
    more: { autocomplete: 'address-line1', autocapitalize: 'words', maxlength: 200 },
  },
  {
    name: 'line2',
    label: 'Area or landmark',
    optional: true,
    more: { autocomplete: 'address-line2', autocapitalize: 'words', maxlength: 200 },
  },
  {
    name: 'pincode',
    label: 'Pincode',
    hint: '6 digits.',
    more: { inputmode: 'numeric', autocomplete: 'postal-code', maxlength: 7 },
  },
  {
    name: 'city',
    label: 'City',
    more: { autocomplete: 'address-level2', autocapitalize: 'words', maxlength: 100 },
  },
  {
    name: 'state',
    label: 'State',
    more: {
      ...{ autocomplete: 'address-level1', autocapitalize: 'words', maxlength: 100, list: 'states' },
      'data-states': JSON.stringify(STATE_OF_DIGITS),
    },
  },
]

export const customerFields = ({ typed, problems }: CheckoutView) => html`<div class="fields">${FIELDS.map(
  (each) => field({ ...each, value: typed.get(each.name) ?? '', problem: problems.get(each.name) }),
)}</div>
<datalist id="states">${STATES.map((state) => html`<option value="${state}"></option>`)}</datalist>`
