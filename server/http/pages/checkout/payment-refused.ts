import type { StoreRow } from '../../../storage/schema.ts'

/** Only the shop can help here, waiting cannot: says how to reach it, if the shop has said. */
export function paymentRefused({ name, contact_email: email, contact_phone: phone }: StoreRow): string {
  const ways = [email ? `write to ${email}` : '', phone ? `call ${phone}` : ''].filter(Boolean)
  const ask = ways.length > 0 ? ` To order all the same, ${ways.join(' or ')}.` : ''
  return `${name} cannot take this payment just now. Nothing was charged.${ask}`
}
