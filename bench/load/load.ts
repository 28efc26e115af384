import { connect, type Socket } from 'node:net'

export interface LoadResult {
  perSecond: number
  count: number
  p50Ms: number
  p99Ms: number
  statuses: Map<number, number>
}

interface Load {
  port: number
  connections: number
  seconds: number
  /** Ends it earlier. */
  stop?: AbortSignal
  /** The bytes of a connection's next request, asked for when it has its answer; none ends the connection. */
  next(connection: number): Buffer | undefined
  /** Hears each answer's status and body before the connection's next request. */
  heard?(connection: number, status: number, body: string): void
  /** At most this many requests a second in all; as many as go without it. */
  perSecond?: number
}

export function requestBytes(
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Buffer {
  const all = {
    host: 'localhost',
    ...headers,
    ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** Until so many have passed V8 still compiles what they pass through: at first one costs twice as much. */
const WARM_REQUESTS = 50_000
const WARM_CONNECTIONS = 32

/** Asks as often as it takes until a request costs what it will cost from then on. */
export function warmUp(port: number, next: () => Buffer): Promise<LoadResult> {
  let left = WARM_REQUESTS
  const some = () => (left-- > 0 ? next() : undefined)
  return runLoad({ port, connections: WARM_CONNECTIONS, seconds: Number.POSITIVE_INFINITY, next: some })
}

/** A client that costs little itself: raw sockets, requests made beforehand, answers counted by their length. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const times: number[] = []
  const statuses = new Map<number, number>()
  const began = performance.now()
  const until = began + load.seconds * 1000
  const pauseMs = load.perSecond ? (1000 * load.connections) / load.perSecond : 0
  await Promise.all(
    Array.from({ length: load.connections }, (_, connection) =>
      converse(load, connection, until, pauseMs, (status, ms) => {
        times.push(ms)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }),
    ),
  )
  const seconds = (performance.now() - began) / 1000
  times.sort((a, b) => a - b)
  return {
    perSecond: times.length / seconds,
    count: times.length,
    p50Ms: times[Math.floor(times.length * 0.5)] ?? 0,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
    statuses,
  }
}

function converse(
  load: Load,
  connection: number,
  until: number,
  pauseMs: number,
  done: (status: number, ms: number) => void,
) {
  return new Promise<void>((resolve, reject) => {
    const pause = (spentMs: number, then: () => void) => {
      if (pauseMs === 0) then()
      else setTimeout(then, Math.max(0, pauseMs - spentMs))
    }
    const open = () => {
      const socket = connect(load.port, '127.0.0.1')
      let sentAt = 0
      const send = () => {
        const over = performance.now() >= until || load.stop?.aborted
        const request = over ? undefined : load.next(connection)
        if (!request) return void socket.end(() => resolve())
        sentAt = performance.now()
        socket.write(request)
      }
      const closedEarly = () => reject(new Error('The server has closed a connection without an answer'))
      socket.setNoDelay(true)
      socket.once('connect', send).once('error', reject).once('close', closedEarly)
      onAnswers(socket, ({ status, body, isLast }) => {
        const spentMs = performance.now() - sentAt
        done(status, spentMs)
        load.heard?.(connection, status, body)
        if (isLast) socket.off('close', closedEarly).destroy()
        pause(spentMs, isLast ? open : send)
      })
    }
    open()
  })
}

interface HeardAnswer {
  status: number
  body: string
  /** The server closes the connection behind it, as it does when it has refused a request unread. */
  isLast: boolean
}

/** Calls back once per whole answer. */
function onAnswers(socket: Socket, answered: (answer: HeardAnswer) => void) {
  let pending = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    pending += chunk
    const head = pending.indexOf('\r\n\r\n')
    if (head < 0) return
    const headers = pending.slice(0, head)
    const [, length = '0'] = /content-length: (\d+)/i.exec(headers) ?? []
    if (pending.length < head + 4 + Number(length)) return
    const body = pending.slice(head + 4)
    pending = ''
    answered({ status: Number(headers.slice(9, 12)), body, isLast: /\r\nconnection: close/i.test(headers) })
  })
}
