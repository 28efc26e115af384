import { html } from 'hono/html'

export interface Contact {
  contact_email?: string | null
  contact_phone?: string
}

const callable = (phone: string) => phone.replace(/[^\d+]/g, '')

/** How a customer reaches the store; nothing where it has not said. */
export function contactOf({ contact_email: email, contact_phone: phone }: Contact) {
  const address = email && html`<a href="mailto:${email}">${email}</a>`
  const number = phone && html`<a href="tel:${callable(phone)}">${phone}</a>`
  if (address && number) return html`Questions? Write to ${address} or call ${number}.`
  if (address) return html`Questions? Write to ${address}.`
  return number ? html`Questions? Call ${number}.` : undefined
}
