import { domainToASCII } from 'node:url'

export const MAIL_ADDRESS_MAX = 254

/** Characters that could end an address, or begin another one or a header. */
const SEPARATORS = String.raw`\s@,;:<>()[\]"\\\p{Cc}`
const BARE = new RegExp(`^[^${SEPARATORS}]+@[^${SEPARATORS}]+$`, 'u')
/**
 * Matches only at the beginning of a word, not from each of its letters: a mail server may answer a megabyte without a
 * space, and that would take quadratic time.
 */
const ANY = new RegExp(`(?<![^${SEPARATORS}])[^${SEPARATORS}]+@[^${SEPARATORS}]+`, 'gu')
const PUBLIC_DOMAIN = /@[^.]+(\.[^.]+)+$/

/** Exactly one bare address. Its domain may be local, as the sender's may be. */
export const isMailAddress = (text: string): boolean =>
  text.length <= MAIL_ADDRESS_MAX && text.isWellFormed() && BARE.test(text)

/** An address as people give it: one that mail can reach from anywhere. */
export const isPublicMailAddress = (text: string): boolean => isMailAddress(text) && PUBLIC_DOMAIN.test(text)

/**
 * Unicode composition (NFC) can shorten it, but by no more than this; and sorting combining marks takes quadratic time.
 */
const MOST_TYPED = 4 * MAIL_ADDRESS_MAX

/** The address in the form in which it is stored and compared; undefined for what cannot be a public address. */
export function emailOf(text: string): string | undefined {
  const typed = text.trim()
  if (typed.length > MOST_TYPED) return undefined
  const email = typed.normalize('NFC').toLowerCase()
  return isPublicMailAddress(email) ? email : undefined
}

/** A top-level domain that cannot be registered (RFC 2606): customers of trial orders have it and get no mail. */
export const MADE_UP_END = '.invalid'

export const isMadeUp = (address: string): boolean => address.endsWith(MADE_UP_END)

/**
 * The mail server is told a domain with one of these as it is, so the mail reaches nobody. `domainToASCII` takes it for
 * a part of a URL, and would make `example.com` of `example.com#1`: mails to nobody would count for a real mailbox.
 */
const IN_NO_DOMAIN = /[/?#%]/

/**
 * The mailbox behind an address, for counting its mails. At the large providers tags, dots and capitals do not make
 * another mailbox; at others a few strangers may share a count. A domain has any number of spellings, with full-width
 * letters or invisible hyphens, and the mail server is told the same one for all of them.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const name = address.slice(0, at).replace(/\+.*/s, '').replaceAll('.', '')
  const typed = address.slice(at + 1)
  const domain = ((!IN_NO_DOMAIN.test(typed) && domainToASCII(typed)) || typed).replace(/\.$/, '')
  return `${name}@${domain}`.normalize('NFC').toLowerCase()
}

/** The address in `Name <address>`, or the whole where there is no name. */
export const bareAddress = (text: string): string => /<([^<>]+)>\s*$/.exec(text)?.[1]?.trim() ?? text.trim()

/** Text for a header, without control characters and line ends. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Removes addresses from text of others, such as a mail server's answer. */
export const withoutAddresses = (text: string): string => text.replace(ANY, '…')
