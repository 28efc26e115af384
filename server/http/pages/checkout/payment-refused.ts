import type { StoreRow } from '../../../storage/schema.ts'

/** For a refusal that only the shop can lift, and waiting cannot: how to reach the shop, where it has said. */
export function paymentRefused({ name, contact_email: email, contact_phone: phone }: StoreRow): string {
  const ways = [email ? `write to ${email}` : '', phone ? `call ${phone}` : ''].filter(Boolean)
  const ask = ways.length > 0 ? ` To order all the same, ${ways.join(' or ')}.` : ''
  return `${name} cannot take this payment just now. Nothing was charged.${ask}`
}
