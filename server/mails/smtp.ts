import { createTransport } from 'nodemailer'
import { withoutAddresses } from '../rules/mails/mail-address.ts'
import type { Message } from './letter.ts'
import { type SmtpWishes, smtpOptions } from './smtp-options.ts'

type Transport = ReturnType<typeof createTransport>

/** Hands mails to the mail server, over connections that are kept for a while. */
export class Smtp implements Disposable {
  readonly #connect: () => Transport
  #transport: Transport

  constructor(url: string, wishes: SmtpWishes) {
    const options = smtpOptions(url, wishes)
    this.#connect = () => createTransport(options)
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
