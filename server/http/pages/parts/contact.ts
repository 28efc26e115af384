import { html } from 'hono/html'
import { mailto } from '#contract/mailto.ts'
import type { StoreRow } from '../../../storage/schema.ts'

const callable = (phone: string) => phone.replace(/[^\d+]/g, '')

export const mailLink = (email: string) => html`<a href="${mailto(email)}">${email}</a>`
export const callLink = (phone: string) => html`<a href="tel:${callable(phone)}">${phone}</a>`

/** How a customer reaches the store; nothing where it has not said. */
export function contactOf({ contact_email: email, contact_phone: phone }: StoreRow) {
  if (email && phone) return html`Questions? Write to ${mailLink(email)} or call ${callLink(phone)}.`
  if (email) return html`Questions? Write to ${mailLink(email)}.`
  return phone ? html`Questions? Call ${callLink(phone)}.` : undefined
}
