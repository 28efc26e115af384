import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { Config } from '../../config.ts'
import { isLoopback } from '../../rules/network/network.ts'
import { DAY_MS } from '../../rules/values/durations.ts'
import { isoDay } from '../../rules/values/iso-time.ts'
import { broken, type Finding, ok, warning } from './finding.ts'

const WARNING_DAYS = 14

/** Reading the settings has checked that it fits its key; this checks its name and its dates. */
export function checkCertificate({ tls, publicUrl, trustProxy }: Config): Finding {
  if (!tls) {
    return ok(
      'certificate',
      trustProxy.length > 0
        ? 'none here: the proxy of TRUST_PROXY has one'
        : 'none: only this machine is served',
    )
  }
  const now = Date.now()
  const certificate = new X509Certificate(tls.cert)
  const [from, to] = [certificate.validFrom, certificate.validTo].map(Date.parse) as [number, number]
  const days = Math.floor((to - now) / DAY_MS)
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')
  const fits = isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)
  const renew =
    'Renew it: the service loads the new files of TLS_CERT and TLS_KEY by itself, within a minute.'
  if (days < 0) return broken('certificate', `expired on ${isoDay(to)}`, renew)
  if (from > now)
    return broken('certificate', `is valid only from ${isoDay(from)}`, 'Check the clock, or wait.')
  if (!fits && !isLoopback(host))
    return broken('certificate', `is not for ${host}`, 'Set PUBLIC_URL and TLS_CERT to the same name.')
  const says = `is valid for ${days} more days`
  return days < WARNING_DAYS ? warning('certificate', says, renew) : ok('certificate', says)
}
