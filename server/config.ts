import { join, resolve } from 'node:path'
import { bareAddress, isMailAddress } from './rules/mails/mail-address.ts'
import { isLoopback } from './rules/network/network.ts'
import { SECRET_LEAST } from './rules/secret-length.ts'
import { countWords } from './rules/values/count-words.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './rules/values/durations.ts'
import { hostOf, networksOf, proxiesOf, publicUrlOf, urlOf } from './settings/addresses.ts'
import { judgeDatabaseUrl } from './settings/database-url.ts'
import { type Lookalike, lookalikeSentence, lookalikesOf } from './settings/lookalikes.ts'
import { withoutQuotes } from './settings/quotes.ts'
import { redisUrlOf } from './settings/redis-url.ts'
import { type S3Settings, s3SettingsOf } from './settings/s3-settings.ts'
import type { Setting, Wrong } from './settings/setting.ts'
import { type Tls, tlsOf } from './settings/tls-files.ts'
import { type TracingSettings, tracingSettingsOf } from './settings/tracing-settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface Config {
  readonly role: Role
  readonly port: number
  readonly host: string
  readonly publicUrl: string
  readonly dataDir: string
  readonly database: { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }
  readonly redisUrl: string | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly tls: Tls | undefined
  readonly trustProxy: readonly string[]
  /** Undefined: made at the first start and kept in the data folder. */
  readonly secret: string | undefined
  readonly imageStore: { kind: 'disk'; folder: string } | { kind: 's3'; settings: S3Settings }
  readonly webhookAllowNetworks: readonly string[]
  readonly webhookRetryMs: readonly number[]
  readonly razorpay: { apiUrl: string; scriptUrl: string }
  readonly logLevel: LogLevel
  /** Undefined: there are no metrics. */
  readonly metricsToken: string | undefined
  /** Undefined: no request is traced. */
  readonly tracing: TracingSettings | undefined
  /** Variables of the environment that may have been meant for settings. */
  readonly lookalikes: readonly Lookalike[]
}

/** Whether an instance answers requests, runs the workers, or both. */
const ROLES = ['all', 'web', 'worker'] as const
type Role = (typeof ROLES)[number]

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Quotes around this setting stay part of it: data may have been sealed under the secret with its quotes. */
const KEEPS_QUOTES = 'HAAT_SECRET'
const WEB = ['https:', 'http:']
const METRICS_TOKEN_LEAST = 16
const DEFAULT_RETRIES = '5s,5m,30m,2h,5h,10h,10h'
const LONGEST_RETRY_MS = 30 * DAY_MS
const UNIT_MS: Record<string, number> = { ms: 1, s: 1000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS }

/**
 * Reads the environment once and returns a whole configuration, or everything that is wrong with it. A command that
 * does not listen accepts an address that others can reach without encryption.
 */
export function readConfig(
  env: Environment,
  { listens = true } = {},
): { config: Config } | { problems: string[] } {
  const problems = new Set<string>()
  const wrong = (sentence: string) => void problems.add(sentence)
  const asked = new Set<string>()
  const text = (name: string) => {
    asked.add(name)
    const given = env[name]?.trim() || undefined
    return given && name !== KEEPS_QUOTES ? withoutQuotes(name, given, wrong) : given
  }

  const port = portOf(text('PORT') ?? '3000', wrong)
  const host = hostOf(text('HOST') ?? '127.0.0.1', wrong)
  const tls = tlsOf(text('TLS_CERT'), text('TLS_KEY'), wrong)
  const trustProxy = proxiesOf(text('TRUST_PROXY'), wrong)
  const dataDir = resolve(folderOf(text('DATA_DIR') ?? 'data', wrong))
  const database = databaseOf(text('DATABASE_URL'), dataDir, wrong)
  const isOpen = listens && !tls && trustProxy.length === 0 && !isLoopback(host)
  const config: Config = {
    role: roleOf(text('HAAT_ROLE') ?? 'all', wrong),
    port,
    host,
    tls,
    trustProxy,
    dataDir,
    database,
    publicUrl: publicUrlOf(text('PUBLIC_URL'), { host, port, isHttps: tls !== undefined, isOpen }, wrong),
    redisUrl: redisUrlOf(text('REDIS_URL'), wrong),
    smtpUrl: urlOf('SMTP_URL', text('SMTP_URL'), ['smtp:', 'smtps:'], wrong),
    mailFrom: mailFromOf(text('MAIL_FROM') ?? 'no-reply@localhost', wrong),
    secret: secretOf(text('HAAT_SECRET'), database.kind, wrong),
    imageStore: imageStoreOf(text, dataDir, wrong),
    webhookAllowNetworks: networksOf(
      'WEBHOOK_ALLOW_NETWORKS',
      text('WEBHOOK_ALLOW_NETWORKS'),
      wrong,
      'loopback, addresses or CIDR ranges',
    ),
    webhookRetryMs: retriesOf(text('WEBHOOK_RETRY_SCHEDULE') ?? DEFAULT_RETRIES, wrong),
    razorpay: {
      apiUrl: urlOf('RAZORPAY_API_URL', text('RAZORPAY_API_URL'), WEB, wrong) ?? 'https://api.razorpay.com',
      scriptUrl:
        urlOf('RAZORPAY_SCRIPT_URL', text('RAZORPAY_SCRIPT_URL'), WEB, wrong) ??
        'https://checkout.razorpay.com/v1/checkout.js',
    },
    logLevel: logLevelOf(text('LOG_LEVEL') ?? 'info', wrong),
    metricsToken: metricsTokenOf(text('METRICS_TOKEN'), wrong),
    tracing: tracingSettingsOf(text, wrong),
    lookalikes: lookalikesOf(namesSet(env), asked),
  }
  if (isOpen) {
    wrong(
      `HOST is ${host}, which others can reach, and nothing encrypts what they send. Set TLS_CERT and TLS_KEY, or put a proxy in front and name it in TRUST_PROXY, or use HOST=127.0.0.1.`,
    )
  }
  if (problems.size === 0) return { config: Object.freeze(config) }
  for (const each of config.lookalikes) wrong(lookalikeSentence(each))
  return { problems: [...problems] }
}

const namesSet = (env: Environment) => Object.keys(env).filter((name) => env[name]?.trim())

function roleOf(text: string, wrong: Wrong): Role {
  const role = ROLES.find((each) => each === text)
  if (!role) wrong(`HAAT_ROLE is "${text}". Use one of ${ROLES.join(', ')}.`)
  return role ?? 'all'
}

function portOf(text: string, wrong: Wrong): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  wrong(`PORT is "${text}". Use a whole number from 0 to 65535.`)
  return 0
}

function databaseOf(url: string | undefined, dataDir: string, wrong: Wrong): Config['database'] {
  if (!url) return { kind: 'sqlite', path: join(dataDir, 'haat.db') }
  judgeDatabaseUrl(url, wrong)
  return { kind: 'postgres', url }
}

/** Only a shell replaces ~ and $. */
function folderOf(text: string, wrong: Wrong): string {
  if (/^(~|\$)/.test(text))
    wrong(`DATA_DIR is "${text}". Write the full path: ~ and $ are not expanded here.`)
  return text
}

function secretOf(secret: string | undefined, database: string, wrong: Wrong): string | undefined {
  if (secret === undefined) {
    if (database === 'postgres') {
      wrong(
        `HAAT_SECRET is not set. With PostgreSQL every instance needs the same one: at least ${SECRET_LEAST} random characters, or, after "haat move", the content of the file "secret" in DATA_DIR.`,
      )
    }
  } else if (secret.length < SECRET_LEAST) {
    wrong(
      `HAAT_SECRET has ${countWords(secret.length, 'character')}. Use at least ${SECRET_LEAST} random ones.`,
    )
  }
  return secret
}

function mailFromOf(text: string, wrong: Wrong): string {
  if (!isMailAddress(bareAddress(text))) {
    wrong(`MAIL_FROM is "${text}". Use the address that mails come from, such as shop@example.com.`)
  }
  return text
}

function imageStoreOf(text: Setting, dataDir: string, wrong: Wrong): Config['imageStore'] {
  const address = text('IMAGE_STORE')
  return address
    ? { kind: 's3', settings: s3SettingsOf(address, text, wrong) }
    : { kind: 'disk', folder: join(dataDir, 'images') }
}

function retriesOf(text: string, wrong: Wrong): number[] {
  return text.split(',').map((part) => {
    const [, count, unit] = /^(\d+)(ms|s|m|h|d)$/.exec(part.trim()) ?? []
    const pause = Number(count) * (UNIT_MS[unit ?? ''] ?? 0)
    if (!count || !unit)
      wrong(`WEBHOOK_RETRY_SCHEDULE holds "${part.trim()}". Use pauses such as 5s,5m,30m,2h.`)
    else if (pause > LONGEST_RETRY_MS)
      wrong(`WEBHOOK_RETRY_SCHEDULE holds "${part.trim()}". Use pauses of at most 30d.`)
    return pause
  })
}

function metricsTokenOf(token: string | undefined, wrong: Wrong): string | undefined {
  if (token !== undefined && token.length < METRICS_TOKEN_LEAST)
    wrong(
      `METRICS_TOKEN has ${countWords(token.length, 'character')}. Use at least ${METRICS_TOKEN_LEAST} random ones.`,
    )
  return token
}

function logLevelOf(text: string, wrong: Wrong): LogLevel {
  const level = LOG_LEVELS.find((each) => each === text)
  if (!level) wrong(`LOG_LEVEL is "${text}". Use one of ${LOG_LEVELS.join(', ')}.`)
  return level ?? 'info'
}
