import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** A public address at which a cloud gives its own machines their credentials. */
const METADATA = '168.63.129.16'
const LOOPBACK = ['127.0.0.0/8', '::1/128']

/** An address or a CIDR range, or the word `loopback`; undefined for what is neither. */
export function parseNetworks(text: string): Network[] | undefined {
  if (text === 'loopback') return LOOPBACK.map((range) => ipaddr.parseCIDR(range))
  if (!isIP(text.split('/')[0]!)) return undefined // The parser would read 1 as 0.0.0.1, and 10/8 as 0.0.0.10/8.
  try {
    if (text.includes('/')) return [ipaddr.parseCIDR(text)]
    const address = ipaddr.parse(text)
    return [[address, address.kind() === 'ipv4' ? 32 : 128]]
  } catch {
    return undefined
  }
}

/** Whether a webhook may be sent to the address: a public one, or one of the networks allowed for development. */
export function isAllowedAddress(text: string, allowed: readonly Network[]): boolean {
  if (!ipaddr.isValid(text) || text.includes('%')) return false
  const address = ipaddr.process(text)
  if (allowed.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits)))
    return true
  // IPv4 that is mapped or tunnelled in IPv6 is refused, wherever it leads.
  const written = ipaddr.parse(text)
  if (written.range() !== 'unicast') return false
  if (written.toString() === METADATA) return false
  return written.kind() === 'ipv4' || (written as ipaddr.IPv6).match(GLOBAL_UNICAST)
}
