import { html } from 'hono/html'
import { formatMoney } from '../../../rules/format-money.ts'

/** The price to pay, and beside it the one that it replaces. */
export function price({
  price_paise,
  current_price_paise,
}: {
  price_paise: number
  current_price_paise: number
}) {
  const now = html`<strong>${formatMoney(current_price_paise)}</strong>`
  if (current_price_paise >= price_paise) return html`<span class="price">${now}</span>`
  return html`<span class="price"><span class="hidden">Now </span>${now} <span class="hidden">instead of </span><s>${formatMoney(price_paise)}</s></span>`
}

export const saleMark = html`<span class="mark">Sale</span>`
