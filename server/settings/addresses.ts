import { isIP } from 'node:net'
import { isLoopback } from '../rules/network/network.ts'
import { parseNetworks } from '../rules/network/public-address.ts'
import type { Wrong } from './setting.ts'

/** The usual cause is a password with a character that ends the host part. */
export const UNREADABLE =
  'cannot be read as an address. Percent-encode every character of its password other than letters and digits, such as %23 for # and %2F for /, and use a port of at most 65535.'

const LOOPBACK = '127.0.0.1'

export function hostOf(text: string, wrong: Wrong): string {
  // For the name Fastify opens a second server on ::1, which would have none of the first one's guards.
  if (/^localhost$/i.test(text)) return LOOPBACK
  if (isIP(text) || /^[\w.-]+$/.test(text)) return text
  wrong(
    `HOST is "${text}". Use an address of this machine without http:// and without a port, such as 127.0.0.1, or 0.0.0.0 for all of its addresses.`,
  )
  return LOOPBACK
}

interface Listening {
  host: string
  port: number
  isHttps: boolean
  /** Others can reach it without encryption, which is reported as a problem elsewhere. */
  isOpen: boolean
}

export function publicUrlOf(text: string | undefined, listening: Listening, wrong: Wrong): string {
  if (text !== undefined) return givenUrlOf(text, wrong)
  const { host, port, isHttps, isOpen } = listening
  const isLocal = isLoopback(host) || /^(0\.0\.0\.0|::)$/.test(host)
  if (!isLocal && !isHttps && !isOpen)
    wrong(
      'PUBLIC_URL is not set. Set it to the address that customers see, such as https://shop.example.com.',
    )
  const name = host.includes(':') ? `[${host}]` : host
  return `${isHttps ? 'https' : 'http'}://${isLocal ? 'localhost' : name}:${port}`
}

function givenUrlOf(text: string, wrong: Wrong): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    wrong(`PUBLIC_URL is "${text}". Use the address that customers see, such as https://shop.example.com.`)
  } else if (url.pathname !== '/') {
    wrong(
      `PUBLIC_URL is "${text}". Leave out the path: Haat answers at the root of a name, such as https://shop.example.com.`,
    )
  } else if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    wrong(`PUBLIC_URL is "${text}". Use https: plain http is only for this machine.`)
  }
  return url?.origin ?? text
}

export function urlOf(
  name: string,
  text: string | undefined,
  schemes: string[],
  wrong: Wrong,
): string | undefined {
  if (text === undefined) return undefined
  const beginnings = schemes.map((scheme) => `${scheme}//`)
  if (!beginnings.some((beginning) => text.toLowerCase().startsWith(beginning)))
    wrong(`${name} is not an address that begins with ${beginnings.join(' or ')}.`)
  else if (!URL.canParse(text)) wrong(`${name} ${UNREADABLE}`)
  else if (new URL(text).hostname === '') wrong(`${name} names no host.`)
  return text
}

export function proxiesOf(text: string | undefined, wrong: Wrong): string[] {
  const proxies = networksOf('TRUST_PROXY', text, wrong)
  const all = proxies.filter((part) => /\/0+$/.test(part))
  if (all.length > 0)
    wrong(
      `TRUST_PROXY holds "${all.join(', ')}", which is every address: anybody could claim to be any client. Name only the proxies.`,
    )
  return proxies
}

export function networksOf(
  name: string,
  text: string | undefined,
  wrong: Wrong,
  kinds = 'addresses or CIDR ranges',
): string[] {
  const networks = (text ?? '').split(',').map((part) => part.trim())
  const bad = networks.filter((part) => part && !parseNetworks(part))
  if (bad.length > 0) {
    wrong(`${name} holds "${bad.join(', ')}". Use ${kinds} separated by commas, such as 10.0.0.0/8.`)
  }
  return networks.filter(Boolean)
}
