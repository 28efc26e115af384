import { isIP } from 'node:net'

/** Whether a host name or address is this machine's own, so that plain HTTP to it never leaves the machine. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|(\[?::ffff:127(\.\d{1,3}){3}\]?))$/i.test(host)

/** Whether the public address leads only to this machine, as while trying things out. */
export const leadsHere = (publicUrl: string): boolean => isLoopback(new URL(publicUrl).hostname)

/** The one client that all requests of unknown origin count as. */
export const UNKNOWN = 'unknown'

/** A trusted proxy may forward any text as the client's address, and some append the port. */
function addressOf(text: string): string {
  if (isIP(text)) return text
  const [, bracketed, plain] = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/.exec(text) ?? []
  const address = bracketed ?? plain ?? ''
  return isIP(address) ? address : UNKNOWN
}

/**
 * A client with one IPv6 address has a whole /64 of them. An address has many spellings, of which a proxy may write
 * any, and an IPv4 address may come as IPv6.
 */
export function networkOf(text: string): string {
  const address = addressOf(text)
  if (!address.includes(':')) return address
  const parts = partsOf(address)
  const isIPv4 = parts.slice(0, 5).every((part) => part === '0') && parts[5] === 'ffff'
  return isIPv4 ? parts.slice(6).flatMap(bytesOf).join('.') : parts.slice(0, 4).join(':')
}

/** The eight parts of an IPv6 address, each in its one shortest spelling. */
function partsOf(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1).split('::')
  const parts = (text: string | undefined) => (text ? text.split(':') : [])
  const missing = Math.max(0, 8 - parts(head).length - parts(tail).length)
  return [...parts(head), ...Array<string>(missing).fill('0'), ...parts(tail)]
}

function bytesOf(part: string): number[] {
  const value = Number.parseInt(part, 16)
  return [value >> 8, value & 0xff]
}
