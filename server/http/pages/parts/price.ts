import { html } from 'hono/html'
import { percentOff } from '../../../rules/products/sale.ts'
import { formatMoney } from '../../../rules/values/format-money.ts'

interface Priced {
  price_paise: number
  current_price_paise: number
}

/** The price to pay, and beside it the one that it replaces. */
export function price({ price_paise, current_price_paise }: Priced) {
  const now = html`<strong>${formatMoney(current_price_paise)}</strong>`
  if (current_price_paise >= price_paise) return html`<span class="price">${now}</span>`
  return html`<span class="price"><span class="hidden">Now </span>${now} <span class="hidden">instead of </span><s>${formatMoney(price_paise)}</s></span>`
}

/** The discount in percent, or just "Sale" where it is less than one. */
export function saleMark({ price_paise, current_price_paise, is_sale }: Priced & { is_sale: number }) {
  if (!is_sale) return ''
  const percent = percentOff(price_paise, current_price_paise)
  return html`<span class="mark">${percent >= 1 ? `${percent}% off` : 'Sale'}</span>`
}
