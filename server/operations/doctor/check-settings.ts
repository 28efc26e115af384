import type { Config } from '../../config.ts'
import { isLoopback } from '../../rules/network/network.ts'
import { lookalikeFix, lookalikeSays } from '../../settings/lookalikes.ts'
import { isQuoted } from '../../settings/quotes.ts'
import { doubtful, type Finding, well } from './finding.ts'

/** Settings that are right one by one and hardly meant so together; the start warns of them too. */
export function settingDoubts({ publicUrl, tls, trustProxy, secret, lookalikes }: Config): Finding[] {
  const { protocol, hostname } = new URL(publicUrl)
  const doubts = lookalikes.map((each) => doubtful('settings', lookalikeSays(each), lookalikeFix(each)))
  if (secret && isQuoted(secret))
    doubts.push(
      doubtful(
        'settings',
        'HAAT_SECRET is in quotes, which are part of it: where it is given without them it is another one',
        'Leave them out if there is no data yet; else keep them in every copy of it.',
      ),
    )
  if (protocol === 'https:' && !tls && trustProxy.length === 0) {
    doubts.push(
      doubtful(
        'settings',
        'PUBLIC_URL is https, and neither TLS_CERT nor TRUST_PROXY says who encrypts: behind a proxy all customers count as one network, and what it received in the clear is answered',
        'Set TRUST_PROXY to its address, 127.0.0.1 where it runs on this machine.',
      ),
    )
  }
  if (trustProxy.length > 0 && isLoopback(hostname)) {
    doubts.push(
      doubtful(
        'settings',
        `TRUST_PROXY is set and PUBLIC_URL is ${publicUrl}: links in mails lead there`,
        'Set PUBLIC_URL to the address that customers see.',
      ),
    )
  }
  return doubts
}

export function checkSettings(config: Config): Finding[] {
  const doubts = settingDoubts(config)
  return doubts.length > 0 ? doubts : [well('settings', 'all are as they should be')]
}
