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

/** A client with one IPv6 address has a whole /64 of them. */
export function networkOf(text: string): string {
  const address = addressOf(text)
  return address.includes(':') && !address.includes('.') ? expanded(address).slice(0, 4).join(':') : address
}

function expanded(address: string): string[] {
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const parts = (text: string | undefined) => (text ? text.split(':') : [])
  const missing = Math.max(0, 8 - parts(head).length - parts(tail).length)
  return [...parts(head), ...Array<string>(missing).fill('0'), ...parts(tail)]
}
