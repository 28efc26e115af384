import { promises as dns } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

const HOSTS_FILE = '/etc/hosts'
const HOSTS_KEPT_MS = 5000
/** A resolver reads the system's DNS servers only when it is made, so it is renewed after this time. */
const SERVERS_KEPT_MS = 30_000
const LOCALHOST = ['127.0.0.1', '::1']
const NO_SUCH_RECORD = new Set(['ENODATA', 'ENOTFOUND'])

/**
 * Looks up the addresses of a host. It queries DNS itself, because the system's look-up runs on four threads, which a
 * few names with silent DNS servers would block for all.
 */
export class Resolver {
  readonly #hosts = new HostsFile()
  readonly #servers: readonly string[] | undefined
  #dns: dns.Resolver
  #madeAt = performance.now()

  /** `servers`: addresses of DNS servers to use instead of the system's. */
  constructor(servers?: readonly string[]) {
    this.#servers = servers
    this.#dns = newDns(servers)
  }

  async addressesOf(hostname: string): Promise<string[]> {
    const host = hostname.replace(/^\[|\]$/g, '')
    if (isIP(host)) return [host]
    const local = await this.#hosts.addressesOf(host)
    if (local.length > 0) return local
    if (/(^|\.)localhost\.?$/i.test(host)) return LOCALHOST
    this.#renew()
    const answers = await Promise.allSettled([this.#dns.resolve4(host), this.#dns.resolve6(host)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    throw failures.find(({ code }) => !NO_SUCH_RECORD.has(code)) ?? failures[0]
  }

  /** Cancels all pending look-ups. */
  cancel() {
    this.#dns.cancel()
  }

  #renew() {
    const now = performance.now()
    if (this.#servers || now - this.#madeAt <= SERVERS_KEPT_MS) return
    this.#madeAt = now
    this.#dns = newDns()
  }
}

function newDns(servers?: readonly string[]): dns.Resolver {
  const made = new dns.Resolver({ timeout: 1500, tries: 3 })
  if (servers) made.setServers(servers)
  return made
}

class HostsFile {
  #addresses: Promise<Map<string, string[]>> | undefined
  #readAt = 0

  async addressesOf(host: string): Promise<string[]> {
    const now = performance.now()
    if (!this.#addresses || now - this.#readAt > HOSTS_KEPT_MS) {
      this.#readAt = now
      this.#addresses = readHosts()
    }
    return (await this.#addresses).get(host.toLowerCase().replace(/\.$/, '')) ?? []
  }
}

async function readHosts(): Promise<Map<string, string[]>> {
  const hosts = new Map<string, string[]>()
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '')
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    if (isIP(address)) for (const name of names) hosts.set(name, [...(hosts.get(name) ?? []), address])
  }
  return hosts
}
