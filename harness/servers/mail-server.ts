import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, before } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { Smtp } from '../../server/workers/smtp.ts'

const WAIT_MS = 120_000

/** What the server does with the next mails. */
export type Mood = 'takes' | 'refuses' | 'hangs' | 'dies' | 'knows nobody'

/** A real mail server on a free port; what it has taken can be read as a mail program would. */
export async function startMailServer() {
  const taken: Email[] = []
  const raw: string[] = []
  const seen: string[] = []
  const sockets = new Set<Socket>()
  const state = { mood: 'takes' as Mood, slowMs: 0 }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      if (state.mood !== 'knows nobody') return done()
      done(Object.assign(new Error(`<${address}>: no such user`), { responseCode: 550 }))
    },
    async onData(stream, _session, done) {
      const { mood } = state
      if (mood === 'dies') return void stream.once('data', () => dropAll())
      const bytes = await buffer(stream).catch(() => undefined)
      if (!bytes) return // The sender died in the middle of it.
      const email = await PostalMime.parse(bytes)
      seen.push(email.messageId ?? '')
      if (mood === 'hangs') return
      if (mood === 'refuses')
        return done(Object.assign(new Error('Mailbox unavailable'), { responseCode: 451 }))
      await sleep(state.slowMs)
      taken.push(email)
      raw.push(bytes.toString())
      done()
    },
  })
  const dropAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** Mails accepted, whole. */
    taken,
    raw,
    /** The first accepted mail whose subject begins so, waited for. */
    async about(subject: string, to = ''): Promise<Email> {
      const giveUpAt = Date.now() + WAIT_MS
      for (;;) {
        const isMeant = ({ subject: about, to: list }: Email) =>
          about?.startsWith(subject) && list?.some(({ address }) => address?.includes(to))
        const mail = taken.find(isMeant)
        if (mail) return mail
        assert.ok(Date.now() < giveUpAt, `no mail "${subject}" among ${taken.map((each) => each.subject)}`)
        await sleep(100)
      }
    },
    /** The Message-ID of every mail that arrived, accepted or not. */
    seen,
    set mood(mood: Mood) {
      state.mood = mood
    },
    /** How long it thinks about each mail before it takes it. */
    set slowMs(ms: number) {
      state.slowMs = ms
    },
    async [Symbol.asyncDispose]() {
      dropAll()
      await new Promise<void>((done) => server.close(done))
    },
  }
}

/** A server for all tests of a suite, and what hands mails to it. */
export function mailServerOfSuite() {
  const post = {} as { server: Awaited<ReturnType<typeof startMailServer>>; smtp: Smtp }
  before(async () => {
    post.server = await startMailServer()
    post.smtp = new Smtp(post.server.url)
  })
  after(async () => {
    post.smtp[Symbol.dispose]()
    await post.server[Symbol.asyncDispose]()
  })
  return post
}
