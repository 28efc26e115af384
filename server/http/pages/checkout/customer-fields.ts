import { html } from 'hono/html'
import { STATE_OF_DIGITS, STATES } from '../../../rules/checkout/pincode-state.ts'
import { CUSTOMER_FIELDS } from '../../../rules/checkout/purchase.ts'
import { type FieldOptions, field } from '../parts/field.ts'
import type { CheckoutView } from './checkout-view.ts'

const FIELDS: ReadonlyArray<Omit<FieldOptions, 'value' | 'problem'>> = [
  {
    name: 'name',
    label: 'Name',
    more: { autocomplete: 'name', autocapitalize: 'words', maxlength: CUSTOMER_FIELDS.name.most },
  },
  {
    name: 'email',
    label: 'E-mail',
    hint: 'For the receipt and the link to your order.',
    more: { type: 'email', inputmode: 'email', autocomplete: 'email', maxlength: CUSTOMER_FIELDS.email.most },
  },
  {
    name: 'phone',
    label: 'Phone',
    hint: '10 digits, for the courier.',
    more: { type: 'tel', inputmode: 'tel', autocomplete: 'tel', maxlength: CUSTOMER_FIELDS.phone.most },
  },
  {
    name: 'line1',
    label: 'House and street',
    more: { autocomplete: 'address-line1', autocapitalize: 'words', maxlength: CUSTOMER_FIELDS.line1.most },
  },
  {
    name: 'line2',
    label: 'Area or landmark',
    optional: true,
    more: { autocomplete: 'address-line2', autocapitalize: 'words', maxlength: CUSTOMER_FIELDS.line2.most },
  },
  {
    name: 'pincode',
    label: 'Pincode',
    hint: '6 digits.',
    more: { inputmode: 'numeric', autocomplete: 'postal-code', maxlength: CUSTOMER_FIELDS.pincode.most },
  },
  {
    name: 'city',
    label: 'City',
    more: { autocomplete: 'address-level2', autocapitalize: 'words', maxlength: CUSTOMER_FIELDS.city.most },
  },
  {
    name: 'state',
    label: 'State',
    more: {
      autocomplete: 'address-level1',
      autocapitalize: 'words',
      maxlength: CUSTOMER_FIELDS.state.most,
      list: 'states',
      'data-states': JSON.stringify(STATE_OF_DIGITS),
    },
  },
]

export const customerFields = ({ typed, problems }: CheckoutView) => html`<div class="fields">${FIELDS.map(
  (each) => field({ ...each, value: typed.get(each.name) ?? '', problem: problems.get(each.name) }),
)}</div>
<datalist id="states">${STATES.map((state) => html`<option value="${state}"></option>`)}</datalist>`
