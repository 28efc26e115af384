import { isLoopback } from '../rules/network/network.ts'

const CONNECT_WITHIN_MS = 10_000
/** How long the server may stay silent. */
const ANSWER_WITHIN_MS = 20_000
const KEEP_IDLE_MS = 30_000

export interface SmtpWishes {
  /** How many mails are sent at once; further ones wait. */
  connections: number
  answerWithinMs?: number
}

/** Nodemailer's options. Those in the query of the URL override these. */
export const smtpOptions = (url: string, { connections, answerWithinMs = ANSWER_WITHIN_MS }: SmtpWishes) => ({
  url,
  pool: true as const,
  maxConnections: connections,
  requireTLS: hasSecretToKeep(new URL(url)),
  connectionTimeout: Math.min(CONNECT_WITHIN_MS, answerWithinMs),
  greetingTimeout: Math.min(CONNECT_WITHIN_MS, answerWithinMs),
  dnsTimeout: CONNECT_WITHIN_MS,
  socketTimeout: answerWithinMs,
  idleTimeout: KEEP_IDLE_MS,
  // The outbox does the retrying.
  maxRequeues: 0,
  disableFileAccess: true,
  disableUrlAccess: true,
})

/**
 * True if a password leaves this machine. Without requireTLS, an attacker on the way need only remove STARTTLS from
 * what the server offers.
 */
const hasSecretToKeep = ({ protocol, username, password, hostname }: URL) =>
  protocol === 'smtp:' && username + password !== '' && !isLoopback(hostname)
