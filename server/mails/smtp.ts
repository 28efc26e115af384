import { createTransport } from 'nodemailer'
import { withoutAddresses } from '../rules/mails/mail-address.ts'
import type { Message } from './letter.ts'
import { type SmtpWishes, smtpOptions } from './smtp-options.ts'
import { trySignIn } from './try-sign-in.ts'

/** Sends mails through the mail server, over connections that are kept for a while. */
export class Smtp implements Disposable {
  readonly #transport: ReturnType<typeof createTransport>

  constructor(url: string, wishes: SmtpWishes) {
    this.#transport = createTransport(smtpOptions(url, wishes))
  }

  /** `overdue` ends the sending: a server that answers each command in time can still take minutes for all of them. */
  async send(message: Message, overdue: AbortSignal): Promise<void> {
    try {
      await this.#transport.sendMail(addressed(message, overdue))
    } catch (error) {
      // The server's message may name the recipient, and it goes to the log.
      if (error instanceof Error) error.message = withoutAddresses(error.message)
      throw error
    }
  }

  /** Connects and signs in, and sends nothing. `overdue` ends it, even while the server still sends. */
  async check(overdue: AbortSignal): Promise<void> {
    await trySignIn(this.#transport, overdue)
  }

  [Symbol.dispose]() {
    this.#transport.close()
  }
}

const addressed = ({ from, to, replyTo, subject, html, text, messageId }: Message, signal: AbortSignal) => ({
  from,
  to: { name: '', address: to },
  ...(replyTo && { replyTo: { name: from.name, address: replyTo } }),
  subject,
  html,
  text,
  messageId,
  signal,
  headers: { 'Auto-Submitted': 'auto-generated' },
})
