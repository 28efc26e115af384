import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { Smtp } from '../../server/mails/smtp.ts'
import { MAILS_AT_ONCE } from '../../server/workers/mails.ts'

const WAIT_MS = 120_000

/** What the server does with the next mails. */
export type Mood = 'takes' | 'refuses' | 'hangs' | 'dies' | 'knows nobody'

/** A real mail server on a free port. The mails it accepted can be read as a mail program reads them. */
export async function startMailServer() {
  const server = new MailServer()
  await server.listen()
  return server
}

class MailServer {
  /** The accepted mails, parsed. */
  readonly taken: Email[] = []
  readonly raw: string[] = []
  /** The Message-ID of every mail that arrived, accepted or not. */
  readonly seen: string[] = []
  /** Set once it listens. */
  url = ''
  mood: Mood = 'takes'
  /** How long it waits before it accepts a mail. */
  slowMs = 0
  readonly #sockets = new Set<Socket>()
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) =>
      done(this.mood === 'knows nobody' ? refusal(550, `<${address}>: no such user`) : null),
    onData: (stream, _session, done) => void this.#take(stream, done),
  })

  async listen() {
    const { server } = this.#server
    this.#server.on('error', () => {})
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    this.#server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    this.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  get connections(): number {
    return this.#sockets.size
  }

  /** Waits for the first accepted mail whose subject begins like this. */
  async about(subject: string, to = ''): Promise<Email> {
    const isMeant = (mail: Email) =>
      mail.subject?.startsWith(subject) && mail.to?.some(({ address }) => address?.includes(to))
    const giveUpAt = Date.now() + WAIT_MS
    for (;;) {
      const mail = this.taken.find(isMeant)
      if (mail) return mail
      assert.ok(Date.now() < giveUpAt, `no mail "${subject}" among ${this.taken.map((each) => each.subject)}`)
      await sleep(100)
    }
  }

  async #take(stream: Readable, done: (error?: Error) => void) {
    const { mood } = this
    if (mood === 'dies') return void stream.once('data', () => this.#dropAll())
    const bytes = await buffer(stream).catch(() => undefined)
    if (!bytes) return // The sender died in the middle of the mail.
    const email = await PostalMime.parse(bytes)
    this.seen.push(email.messageId ?? '')
    if (mood === 'hangs') return
    if (mood === 'refuses') return done(refusal(451, 'Mailbox unavailable'))
    await sleep(this.slowMs)
    this.taken.push(email)
    this.raw.push(bytes.toString())
    done()
  }

  #dropAll() {
    for (const socket of this.#sockets) socket.destroy()
  }

  async [Symbol.asyncDispose]() {
    this.#dropAll()
    await new Promise<void>((done) => this.#server.close(done))
  }
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** A mail server for all tests of a suite, and a mailer that sends to it. */
export function mailServerOfSuite() {
  const post = {} as { server: Awaited<ReturnType<typeof startMailServer>>; smtp: Smtp }
  before(async () => {
    post.server = await startMailServer()
    post.smtp = new Smtp(post.server.url, { connections: MAILS_AT_ONCE })
  })
  after(async () => {
    post.smtp[Symbol.dispose]()
    await post.server[Symbol.asyncDispose]()
  })
  return post
}
