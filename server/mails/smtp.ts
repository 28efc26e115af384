import { createTransport } from 'nodemailer'
import { withoutAddresses } from '../rules/mails/mail-address.ts'
import type { Message } from './letter.ts'

const CONNECT_WITHIN_MS = 10_000
/** How long the server may stay silent. */
const ANSWER_WITHIN_MS = 20_000
const KEEP_IDLE_MS = 30_000

type Transport = ReturnType<typeof createTransport>

interface SmtpOptions {
  /** As many mails are on their way at once; what more is sent waits for one of them. */
  connections: number
  answerWithinMs?: number
}

/** Hands mails to the mail server, over connections that are kept for a while. */
export class Smtp implements Disposable {
  readonly #connect: () => Transport
  #transport: Transport

  constructor(url: string, { connections, answerWithinMs = ANSWER_WITHIN_MS }: SmtpOptions) {
    const settings = {
      url,
      pool: true as const,
      maxConnections: connections,
      connectionTimeout: Math.min(CONNECT_WITHIN_MS, answerWithinMs),
      greetingTimeout: Math.min(CONNECT_WITHIN_MS, answerWithinMs),
      dnsTimeout: CONNECT_WITHIN_MS,
      socketTimeout: answerWithinMs,
      idleTimeout: KEEP_IDLE_MS,
      // The outbox is the retry.
      maxRequeues: 0,
      disableFileAccess: true,
      disableUrlAccess: true,
    }
    this.#connect = () => createTransport(settings)
    this.#transport = this.#connect()
  }

  /** A server that answers each command in time can still take minutes for them all: when overdue, it is left. */
  async send(message: Message, overdue: AbortSignal): Promise<void> {
    overdue.throwIfAborted()
    const transport = this.#transport
    const leave = () => this.#leave(transport)
    overdue.addEventListener('abort', leave)
    try {
      await transport.sendMail(addressed(message))
    } catch (error) {
      // What the server says may name the recipient, and this goes to the log.
      if (error instanceof Error) error.message = withoutAddresses(error.message)
      throw error
    } finally {
      overdue.removeEventListener('abort', leave)
    }
  }

  /** Whatever is on its way over these connections fails; the next mails get new ones. */
  #leave(transport: Transport) {
    if (transport === this.#transport) this.#transport = this.#connect()
    transport.close({ force: true })
  }

  /** Connects and signs in, and sends nothing. */
  async check(): Promise<void> {
    await this.#transport.verify()
  }

  [Symbol.dispose]() {
    this.#transport.close()
  }
}

const addressed = ({ from, to, replyTo, subject, html, text, messageId }: Message) => ({
  from,
  to: { name: '', address: to },
  ...(replyTo && { replyTo: { name: from.name, address: replyTo } }),
  subject,
  html,
  text,
  messageId,
  headers: { 'Auto-Submitted': 'auto-generated' },
})
