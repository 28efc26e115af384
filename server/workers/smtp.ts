import { createTransport } from 'nodemailer'
import type { Message } from '../mails/letter.ts'

const MOST_CONNECTIONS = 5
const CONNECT_WITHIN_MS = 10_000
/** How long the server may stay silent. */
const ANSWER_WITHIN_MS = 20_000
const KEEP_IDLE_MS = 30_000

/** Hands mails to the mail server, over a few connections that are kept for a while. */
export class Smtp implements Disposable {
  readonly #transport: ReturnType<typeof createTransport>

  constructor(url: string, { answerWithinMs = ANSWER_WITHIN_MS } = {}) {
    const settings = {
      url,
      pool: true as const,
      maxConnections: MOST_CONNECTIONS,
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
    this.#transport = createTransport(settings)
  }

  async send({ from, to, replyTo, subject, html, text, messageId }: Message): Promise<void> {
    await this.#transport.sendMail({
      from,
      to: { name: '', address: to },
      ...(replyTo && { replyTo: { name: from.name, address: replyTo } }),
      subject,
      html,
      text,
      messageId,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  }

  /** Connects and signs in, and sends nothing. */
  async check(): Promise<void> {
    await this.#transport.verify()
  }

  [Symbol.dispose]() {
    this.#transport.close()
  }
}
