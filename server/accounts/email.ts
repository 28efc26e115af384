import { isPublicMailAddress } from '../rules/mails/mail-address.ts'

/** The address in the form in which it is kept and compared; undefined for what cannot be one. */
export function emailOf(text: string): string | undefined {
  const email = text.normalize('NFC').trim().toLowerCase()
  return isPublicMailAddress(email) ? email : undefined
}
