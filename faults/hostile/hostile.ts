// A separate process, so that it does not slow down the one that measures the good requests. Its parent sends it a
// target. It performs every hostile deed, reports the number of connections, and keeps its sockets until it is killed.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import { ATTACKER, type Target } from './attacker.ts'

/** A hostile connection: `talk` carries the HTTP, `wire` is the TCP socket below it. Without TLS both are the same. */
interface Line {
  talk: Socket
  wire: Socket
}

interface Deed {
  count: number
  /** Which kind of server it attacks; both where it is omitted. */
  to?: 'plain' | 'tls'
  do(target: Target, n: number): Promise<unknown>
}

const HEADERS = 'host: a.example\r\nx-forwarded-proto: https\r\n'
const CONNECT = `CONNECT a.example:443 HTTP/1.1\r\n${HEADERS}\r\n`
/** The beginning of a TLS handshake; its record header announces 508 more bytes. */
const HALF_A_HELLO = Buffer.from('1603010200010001fc0303', 'hex')

/** Longer than any time limit of the server: for a head, a handshake, or an answer that the client does not read. */
const HELD_FOR_MS = 75_000
const SHAKEN_WITHIN_MS = 20_000
const RENEGOTIATIONS = 8
/** The connections open within this time: thousands of handshakes at once would use up the processor. */
const BEGUN_WITHIN_MS = 25_000

const get = ({ path }: Target) => `GET ${path} HTTP/1.1\r\n${HEADERS}\r\n`
const halfABody = ({ apiKey }: Target) =>
  `POST /api/products/create HTTP/1.1\r\n${HEADERS}x-api-key: ${apiKey}\r\ncontent-length: 5000\r\n\r\n{"name":`

const HOSTILE: Record<string, Deed> = {
  'CONNECT behind requests that wait': {
    count: 200,
    do: says((target) => get(target).repeat(5) + CONNECT + get(target), hear),
  },
  'CONNECT, then bytes without end': { count: 50, do: says(() => CONNECT, goOn('.'.repeat(1000), 100)) },
  'a reset after a request': { count: 300, do: says(get, resetSoon) },
  'a reset in a body': { count: 300, do: says(halfABody, resetSoon) },
  'a reset in the handshake': {
    count: 300,
    to: 'tls',
    do: (target, n) => resetSoon(saysBelow(target, HALF_A_HELLO), n),
  },
  'garbage behind a request': {
    count: 200,
    do: says((target) => `${get(target)}\0\x01 nothing\r\n\r\n`, hear),
  },
  'garbage below TLS': {
    count: 200,
    to: 'tls',
    do: says(get, async ({ wire }) => {
      wire.write(Buffer.alloc(2000, 0x17))
      await closed(wire)
    }),
  },
  'the other protocol': {
    count: 100,
    do: (target) => hear(saysBelow(target, target.isTls ? get(target) : HALF_A_HELLO)),
  },
  'one renegotiation after the other': { count: 50, to: 'tls', do: renegotiate },
  'half a handshake, then silence': {
    count: 500,
    to: 'tls',
    do: (target) => hear(saysBelow(target, HALF_A_HELLO)),
  },
  'no word at all': { count: 4000, do: async (target) => hear(await open(target)) },
  'a head that never ends': {
    count: 200,
    do: says((target) => get(target).slice(0, -2), goOn('a: b\r\n', 500)),
  },
  'a body that hardly goes on': { count: 40, do: says(halfABody, goOn(' ', 1000)) },
  'a hundred answers that nobody takes': {
    count: 50,
    do: says(
      (target) => get(target).repeat(100),
      () => sleep(HELD_FOR_MS),
    ),
  },
}

process.on('message', async (target: Target) => process.send?.(await beHostile(target)))

/** Resolves once the server has had time to end each connection. */
async function beHostile(target: Target): Promise<number> {
  const kind = target.isTls ? 'tls' : 'plain'
  const deeds = Object.values(HOSTILE).filter(({ to = kind }) => to === kind)
  const lines = deeds.flatMap((deed) =>
    Array.from({ length: deed.count }, (_, n) => beginOne(deed, target, n)),
  )
  await Promise.all(lines)
  return lines.length
}

async function beginOne({ count, do: act }: Deed, target: Target, n: number) {
  await sleep((BEGUN_WITHIN_MS * n) / count)
  await act(target, n)
}

const reach = ({ port }: Target): Socket =>
  connect({ port, host: '127.0.0.1', localAddress: ATTACKER }).on('error', () => {})

async function open(target: Target, wishes: ConnectionOptions = {}): Promise<Line> {
  const wire = reach(target)
  if (!target.isTls) return { talk: wire, wire }
  const talk = connectTls({ socket: wire, rejectUnauthorized: false, ...wishes })
  talk.on('error', () => {})
  await once(talk, 'secureConnect', { signal: AbortSignal.timeout(SHAKEN_WITHIN_MS) }).catch(() => {})
  return { talk, wire }
}

function says(bytes: (target: Target) => string, then: (line: Line, n: number) => unknown): Deed['do'] {
  return async (target, n) => {
    const line = await open(target)
    line.talk.write(bytes(target), 'latin1')
    await then(line, n)
  }
}

function saysBelow(target: Target, bytes: string | Buffer): Line {
  const wire = reach(target)
  wire.write(bytes)
  return { talk: wire, wire }
}

async function hear({ talk }: Line) {
  await closed(talk.resume())
}

async function resetSoon({ wire }: Line, n: number) {
  await sleep(n % 5)
  wire.resetAndDestroy()
}

function goOn(bytes: string, everyMs: number) {
  return async ({ talk }: Line) => {
    talk.resume()
    const until = Date.now() + HELD_FOR_MS
    while (!talk.closed && Date.now() < until) {
      talk.write(bytes)
      await sleep(everyMs)
    }
  }
}

async function renegotiate(target: Target) {
  const { talk } = await open(target, { maxVersion: 'TLSv1.2' })
  for (let n = 0; n < RENEGOTIATIONS && !talk.closed; n++) {
    await Promise.race([new Promise((resolve) => (talk as TLSSocket).renegotiate({}, resolve)), sleep(1000)])
  }
}

async function closed(socket: Socket) {
  if (socket.closed) return
  await once(socket, 'close', { signal: AbortSignal.timeout(HELD_FOR_MS) }).catch(() => {})
}
