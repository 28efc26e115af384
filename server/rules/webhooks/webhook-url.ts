import { isIP } from 'node:net'
import { URL_MAX } from '#contract/url.ts'
import { isAllowedAddress, type Network } from '../network/public-address.ts'
import { namesHost } from '../values/web-url.ts'

export const PRIVATE_ADDRESS = 'Webhook URL must not point to a private address'

/**
 * Normalises the URL to the form in which it is stored, so that two spellings are equal, or says what is wrong with it.
 */
export function checkWebhookUrl(
  text: string,
  allowed: readonly Network[],
): { url: string } | { problem: string } {
  const url = namesHost(text.trim()) ? URL.parse(text.trim()) : null
  if (url) url.hash = ''
  // Non-ASCII letters are stored encoded, in up to nine characters each.
  if (url?.protocol !== 'https:' || Math.max(text.length, url.href.length) > URL_MAX)
    return { problem: `Webhook URL must be a valid HTTPS URL of at most ${URL_MAX} characters` }
  if (url.username || url.password)
    return { problem: 'Webhook URL must not contain a user name or a password' }
  const address = literalAddress(url.hostname)
  if (address && !isAllowedAddress(address, allowed)) return { problem: PRIVATE_ADDRESS }
  return { url: url.href }
}

/** The address that a host names without a look-up. URL has already normalised unusual number forms. */
function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (isIP(bare)) return bare
  return /(^|\.)localhost\.?$/i.test(bare) ? '127.0.0.1' : undefined
}
