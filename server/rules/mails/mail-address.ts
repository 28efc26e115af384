export const MAIL_ADDRESS_MAX = 254

/** What could end an address, begin another or a header. */
const SEPARATORS = String.raw`\s@,;:<>()[\]"\\\p{Cc}`
const BARE = new RegExp(`^[^${SEPARATORS}]+@[^${SEPARATORS}]+$`, 'u')
/** Looked for where a word begins and not from each of its letters: a mail server may say a megabyte without a blank. */
const ANY = new RegExp(`(?<![^${SEPARATORS}])[^${SEPARATORS}]+@[^${SEPARATORS}]+`, 'gu')
const PUBLIC_DOMAIN = /@[^.]+(\.[^.]+)+$/

/** One bare address and nothing else. It may be of this machine, as the sender's. */
export const isMailAddress = (text: string): boolean =>
  text.length <= MAIL_ADDRESS_MAX && text.isWellFormed() && BARE.test(text)

/** An address that people give as theirs: one that a mail can reach from anywhere. */
export const isPublicMailAddress = (text: string): boolean => isMailAddress(text) && PUBLIC_DOMAIN.test(text)

/** Composed it may be shorter, but not by more; and to put marks in order takes the square of their number. */
const MOST_TYPED = 4 * MAIL_ADDRESS_MAX

/** What was typed, in the form in which it is kept and compared; undefined for what cannot be an address of theirs. */
export function emailOf(text: string): string | undefined {
  const typed = text.trim()
  if (typed.length > MOST_TYPED) return undefined
  const email = typed.normalize('NFC').toLowerCase()
  return isPublicMailAddress(email) ? email : undefined
}

/** A top-level domain that nobody can ever have (RFC 2606): the customers of trials live there and get no mail. */
export const MADE_UP_END = '.invalid'

export const isMadeUp = (address: string): boolean => address.endsWith(MADE_UP_END)

/**
 * The mailbox behind an address, to count what it gets. Tags, dots and capitals lead to the same one at the large
 * providers; where they do not, a few strangers share a count.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const name = address.slice(0, at).replace(/\+.*/s, '').replaceAll('.', '')
  return (name + address.slice(at)).normalize('NFC').toLowerCase()
}

/** The address in `Name <address>`, or the whole where there is no name. */
export const bareAddress = (text: string): string => /<([^<>]+)>\s*$/.exec(text)?.[1]?.trim() ?? text.trim()

/** Text for a header: control characters and line ends have no place there. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Somebody else's words without the people whom they name. */
export const withoutAddresses = (text: string): string => text.replace(ANY, '…')
