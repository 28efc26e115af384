import { startApp } from './app.ts'
import { readConfig } from './config.ts'
import { makeLog } from './log.ts'

const STOP_WITHIN_MS = 30_000

const read = readConfig(process.env)
if ('problems' in read) {
  console.error(`Haat cannot start. ${read.problems.length === 1 ? 'This is wrong' : 'These are wrong'}:`)
  for (const problem of read.problems) console.error(`- ${problem}`)
  process.exit(1)
}
const { config } = read
const log = makeLog(config.logLevel)

try {
  const app = await startApp(config, { log })
  const stop = async (signal: string) => {
    log.info({ signal }, 'Stopping: finishing what is under way')
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    await app[Symbol.asyncDispose]()
    process.exit(0)
  }
  process.once('SIGTERM', stop).once('SIGINT', stop)
  console.log(`Haat is running on ${app.url}
  docs       ${app.url}/docs
  dashboard  ${app.url}/dashboard
  data       ${config.database.kind === 'sqlite' ? config.dataDir : 'PostgreSQL, as DATABASE_URL says'}
  first key  npm run -s haat -- store create --name "My store"`)
} catch (error) {
  console.error(`Haat cannot start: ${sentenceOf(error)}`)
  process.exit(1)
}

function sentenceOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return `port ${config.port} is in use. Set PORT to another one, or stop what uses it.`
  if (code === 'EACCES' && /listen/.test(message))
    return `port ${config.port} needs more rights. Use one above 1023.`
  if (code === 'ECONNREFUSED') return 'the database of DATABASE_URL does not answer. Is it running?'
  return message
}
