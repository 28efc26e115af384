import type { Config } from '../../config.ts'
import { isLoopback, leadsHere } from '../../rules/network/network.ts'
import { lookalikeFix, lookalikeSays } from '../../settings/lookalikes.ts'
import { isQuoted } from '../../settings/quotes.ts'
import { type Finding, ok, warning } from './finding.ts'

const doubt = (says: string, fix: string): Finding => warning('settings', says, fix)

/** Settings that are valid one by one but unlikely to be meant together; the start warns of them too. */
export const settingDoubts = (config: Config): Finding[] => [
  ...config.lookalikes.map((each) => doubt(lookalikeSays(each), lookalikeFix(each))),
  ...[quotedSecret, nobodyEncrypts, linksLeadHere, mailsHalfSet].flatMap((look) => look(config) ?? []),
]

function quotedSecret({ secret }: Config): Finding | undefined {
  if (!secret || !isQuoted(secret)) return undefined
  return doubt(
    'HAAT_SECRET is in quotes, which are part of it: without them it is another secret',
    'Leave them out, unless there is data under the secret with them; then keep them in every copy of it.',
  )
}

/** Workers are skipped: no proxy leads to them. */
function nobodyEncrypts({ role, publicUrl, tls, trustProxy }: Config): Finding | undefined {
  if (role === 'worker' || tls || trustProxy.length > 0 || !publicUrl.startsWith('https:')) return undefined
  return doubt(
    'PUBLIC_URL is https, and neither TLS_CERT nor TRUST_PROXY says what encrypts: behind a proxy all customers count as one network, and requests that reached it unencrypted are answered',
    'Set TRUST_PROXY to the address of the proxy, 127.0.0.1 if it runs on this machine.',
  )
}

function linksLeadHere(config: Config): Finding | undefined {
  const meantFor = forOthers(config)
  if (!meantFor || !leadsHere(config.publicUrl)) return undefined
  return doubt(
    `${meantFor} and PUBLIC_URL is ${config.publicUrl}: links in mails, answers and webhooks lead there`,
    'Set PUBLIC_URL to the address that customers see, the same on every instance.',
  )
}

/** The setting that shows that others than this machine are served. */
function forOthers({ role, host, tls, trustProxy, smtpUrl, database }: Config): string | undefined {
  if (trustProxy.length > 0) return 'TRUST_PROXY is set'
  if (tls && !isLoopback(host)) return `HOST is ${host}`
  const isOneOfMany = role === 'worker' && database.kind === 'postgres'
  return isOneOfMany && smtpUrl ? 'HAAT_ROLE is worker, SMTP_URL is set' : undefined
}

/** Web and worker instances each handle mails as if the others had the same SMTP_URL. */
function mailsHalfSet({ role, smtpUrl, publicUrl }: Config): Finding | undefined {
  if (role === 'all' || smtpUrl || leadsHere(publicUrl)) return undefined
  return doubt(
    `HAAT_ROLE is ${role} and SMTP_URL is not set: ${WITHOUT_MAILS[role]}`,
    'Set SMTP_URL to the same on every instance.',
  )
}

const WITHOUT_MAILS = {
  web: 'accounts are made without a confirmed address, and signing up tells which addresses are taken, even if workers send mails',
  worker: 'this worker sends no mails, even those that web instances announce',
}

export function checkSettings(config: Config): Finding[] {
  const doubts = settingDoubts(config)
  return doubts.length > 0 ? doubts : [ok('settings', 'all are as they should be')]
}
