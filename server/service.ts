import type { Logger } from 'pino'
import { type App, startApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { letHeapGrow } from './let-heap-grow.ts'
import { makeLog } from './log.ts'
import { checkCertificate } from './operations/doctor/check-certificate.ts'
import { checkOpenFiles } from './operations/doctor/check-open-files.ts'
import { settingDoubts } from './operations/doctor/check-settings.ts'
import { failureSentence } from './operations/failure-words.ts'

const STOP_WITHIN_MS = 30_000

/** The service from its start to the exit of the process. Settings that are given override the environment. */
export async function serve(given: Record<string, string> = {}): Promise<void> {
  const read = readConfig({ ...process.env, ...given })
  if ('problems' in read) {
    console.error(`Haat cannot start. ${read.problems.length === 1 ? 'This is wrong' : 'These are wrong'}:`)
    for (const problem of read.problems) console.error(`- ${problem}`)
    process.exit(1)
  }
  const { config } = read
  const log = makeLog(config.logLevel)
  try {
    const app = await startApp(config, { log })
    letHeapGrow()
    let stopping: PromiseLike<void> | undefined
    const stop = async (signal: string) => {
      log.info({ signal }, 'Stopping: finishing what is under way')
      setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
      stopping ??= app[Symbol.asyncDispose]()
      await stopping
      process.exit(0)
    }
    process.once('SIGTERM', stop).once('SIGINT', stop)
    // When a terminal closes, both the system and the shell may send SIGHUP: a second one must not end the stop early.
    process.on('SIGHUP', stop)
    warnOfDoubts(config, log)
    console.log(greeting(config, app))
  } catch (error) {
    console.error(`Haat cannot start: ${whyNotStarted(error, config)}`)
    process.exit(1)
  }
}

function warnOfDoubts(config: Config, log: Logger) {
  for (const { says, fix } of settingDoubts(config)) log.warn(`${says}. ${fix}`)
  const { state, says, fix } = checkCertificate(config)
  if (state !== 'ok') log.warn(`The certificate of TLS_CERT ${says}. ${fix}`)
  for (const { state, says, fix } of checkOpenFiles()) if (state !== 'ok') log.warn(`${says}. ${fix}`)
}

function greeting(config: Config, { url }: App): string {
  const { role, database, dataDir, port, publicUrl, metricsToken } = config
  const data = `  data       ${database.kind === 'sqlite' ? dataDir : 'PostgreSQL, as DATABASE_URL says'}`
  if (role === 'worker') {
    return `Haat's workers are running on ${url}
  serves     only ${metricsToken ? '/healthz, /readyz and /metrics' : '/healthz and /readyz'}
${data}`
  }
  const seen = port === 0 ? url : publicUrl // An unset PUBLIC_URL has the port of the settings, here 0.
  const haat = process.env.npm_execpath ? 'npm run -s haat --' : 'haat'
  return `Haat is running on ${url}
  docs       ${seen}/docs
  dashboard  ${seen}/dashboard
${data}${role === 'web' ? `\n  workers    elsewhere: ${haat} start --role worker` : ''}
  first key  ${haat} store create --name "My store"`
}

export function whyNotStarted(error: unknown, config: Config): string {
  const { host, port } = config
  const { code, message, hostname } = error as NodeJS.ErrnoException & { hostname?: string }
  if (code === 'EADDRINUSE') return `port ${port} is in use. Set PORT to another one, or stop what uses it.`
  if (code === 'EACCES' && /^(bind|listen) /.test(message))
    return `port ${port} needs more rights. Use one above 1023.`
  if (code === 'EADDRNOTAVAIL' || (/^(ENOTFOUND|EAI_)/.test(code ?? '') && hostname === host))
    return `HOST is ${host}, which is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of its addresses.`
  return failureSentence(error, config) ?? `${message}. "haat doctor" checks everything that it relies on.`
}
