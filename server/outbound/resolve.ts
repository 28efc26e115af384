import { promises as dns } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

const HOSTS_FILE = '/etc/hosts'
const LOCALHOST = ['127.0.0.1', '::1']
const NO_SUCH_RECORD = new Set(['ENODATA', 'ENOTFOUND'])

/**
 * The addresses of a host. It asks DNS by itself: the system's own look-up runs on four threads, which a few names
 * whose servers are silent would hold for everybody.
 */
export class Resolver {
  readonly #dns = new dns.Resolver({ timeout: 1500, tries: 3 })

  /** `servers` are addresses of DNS servers, instead of those of the system. */
  constructor(servers?: readonly string[]) {
    if (servers) this.#dns.setServers(servers)
  }

  async addressesOf(hostname: string): Promise<string[]> {
    const host = hostname.replace(/^\[|\]$/g, '')
    if (isIP(host)) return [host]
    const local = await hostsOf(host)
    if (local.length > 0) return local
    if (/(^|\.)localhost\.?$/i.test(host)) return LOCALHOST
    const answers = await Promise.allSettled([this.#dns.resolve4(host), this.#dns.resolve6(host)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    throw failures.find(({ code }) => !NO_SUCH_RECORD.has(code)) ?? failures[0]
  }

  /** Gives up the questions under way. */
  cancel() {
    this.#dns.cancel()
  }
}

async function hostsOf(host: string): Promise<string[]> {
  const name = host.toLowerCase().replace(/\.$/, '')
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    return isIP(address) && names.some((each) => each.toLowerCase() === name) ? [address] : []
  })
}
