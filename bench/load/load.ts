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
  /** Ends the load before `seconds` are over. */
  stop?: AbortSignal
  /** The bytes of a connection's next request, called once the last one is answered; undefined ends the connection. */
  next(connection: number): Buffer | undefined
  /** Called with each answer's status and body before the connection's next request. */
  heard?(connection: number, status: number, body: string): void
  /** The rate of all connections together; a request waits for its turn and its connection. Without it: full speed. */
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

/** V8 still optimises the code until this many requests have run; at first a request costs twice as much. */
export const WARM_REQUESTS = 50_000
const WARM_CONNECTIONS = 32

/** Sends requests until the cost of one is stable. */
export function warmUp(
  port: number,
  next: () => Buffer | undefined,
  requests = WARM_REQUESTS,
): Promise<LoadResult> {
  let left = requests
  const some = () => (left-- > 0 ? next() : undefined)
  return runLoad({ port, connections: WARM_CONNECTIONS, seconds: Number.POSITIVE_INFINITY, next: some })
}

/** A cheap client: raw sockets, requests prepared in advance, answers delimited by their content-length. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const times: number[] = []
  const statuses = new Map<number, number>()
  const began = performance.now()
  let until = began + load.seconds * 1000
  load.stop?.addEventListener('abort', () => {
    until = Math.min(until, performance.now())
  })
  await Promise.all(
    Array.from({ length: load.connections }, (_, connection) =>
      converse({
        load,
        connection,
        whenDue: load.perSecond ? paced(load, load.perSecond, began, connection) : atOnce,
        isOver: (dueAt) => dueAt >= until,
        done: (status, ms) => {
          times.push(ms)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        },
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

/** Calls back when a connection's next request is due, with the due time and the start of its measured wait. */
type WhenDue = (send: (dueAt: number, countedFrom: number) => void) => void

const atOnce: WhenDue = (send) => {
  const now = performance.now()
  send(now, now)
}

/**
 * The connections take turns. If a request becomes due while its connection still waits for an answer, its wait counts
 * from the due time, because an independent client would have sent it then. If only our timer was late, it counts from
 * the sending.
 */
function paced({ connections }: Load, perSecond: number, began: number, connection: number): WhenDue {
  const turnMs = 1000 / perSecond
  let asked = 0
  return (send) => {
    const dueAt = began + turnMs * (connection + connections * asked++)
    const earlyMs = dueAt - performance.now()
    if (earlyMs <= 0) send(dueAt, dueAt)
    else setTimeout(() => send(dueAt, performance.now()), earlyMs)
  }
}

interface Conversation {
  load: Load
  connection: number
  whenDue: WhenDue
  isOver(dueAt: number): boolean
  done(status: number, ms: number): void
}

function converse({ load, connection, whenDue, isOver, done }: Conversation) {
  return new Promise<void>((resolve, reject) => {
    const open = () => {
      const socket = connect(load.port, '127.0.0.1')
      let countedFrom = 0
      const send = (dueAt: number, from: number) => {
        const request = isOver(dueAt) ? undefined : load.next(connection)
        if (!request) return void socket.end(() => resolve())
        countedFrom = from
        socket.write(request)
      }
      const closedEarly = () => reject(new Error('The server has closed a connection without an answer'))
      socket.setNoDelay(true)
      socket
        .once('connect', () => whenDue(send))
        .once('error', reject)
        .once('close', closedEarly)
      onAnswers(socket, ({ status, body, isLast }) => {
        done(status, performance.now() - countedFrom)
        load.heard?.(connection, status, body)
        if (!isLast) return whenDue(send)
        socket.off('close', closedEarly).destroy()
        open()
      })
    }
    open()
  })
}

interface HeardAnswer {
  status: number
  body: string
  /** The server closes the connection after this answer, as when it refuses a request without reading it. */
  isLast: boolean
}

/** Calls back once per complete answer. */
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
