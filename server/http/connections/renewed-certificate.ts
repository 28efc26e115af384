import type { Server } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import { MINUTE_MS } from '../../rules/values/durations.ts'
import type { Wrong } from '../../settings/setting.ts'
import { readTls, type Tls } from '../../settings/tls-files.ts'
import type { World } from '../../world.ts'

/**
 * New connections get the certificate that is in the files, at most a minute late. Unusable files are logged once, and
 * the previous certificate stays in use.
 */
export function takeRenewedCertificate(
  server: Server,
  atStart: Tls,
  { log, now }: Pick<World, 'log' | 'now'>,
) {
  if (!(server instanceof TlsServer)) return
  let served = atStart
  let lookedAt = now()
  let told = ''
  const look = () => {
    const problems: string[] = []
    const wrong = (problem: string) => void problems.push(problem)
    const found = readTls(served.readFrom, wrong)
    if (problems.length === 0 && !isSame(found, served)) serve(found, wrong)
    const says = problems.join(' ')
    if (says !== told && says !== '') log.error(`${says} The previous certificate stays in use.`)
    told = says
  }
  const serve = (found: Tls, wrong: Wrong) => {
    try {
      server.setSecureContext({ cert: found.cert, key: found.key })
    } catch (error) {
      return wrong(`The renewed certificate cannot be served (${(error as Error).message}).`)
    }
    served = found
    log.info('A renewed certificate is served from now on')
  }
  server.prependListener('connection', () => {
    const sinceLook = Math.abs(now() - lookedAt) // The clock may have been set back.
    if (sinceLook < MINUTE_MS) return
    lookedAt = now()
    look()
  })
}

const isSame = (one: Tls, other: Tls) => one.cert.equals(other.cert) && one.key.equals(other.key)
