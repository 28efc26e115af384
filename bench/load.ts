import { connect, type Socket } from 'node:net'

export interface LoadResult {
  perSecond: number
  count: number
  p50Ms: number
  p99Ms: number
  statuses: Map<number, number>
}

export interface Load {
  port: number
  connections: number
  seconds: number
  /** Ends it earlier. */
  stop?: AbortSignal
  /** The bytes of the next request; each connection asks as soon as it has its answer. */
  next(): Buffer
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

/** A client that costs little itself: raw sockets, requests made beforehand, answers counted by their length. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const times: number[] = []
  const statuses = new Map<number, number>()
  const began = performance.now()
  const until = began + load.seconds * 1000
  const pauseMs = load.perSecond ? (1000 * load.connections) / load.perSecond : 0
  await Promise.all(
    Array.from({ length: load.connections }, () =>
      converse(load, until, pauseMs, (status, ms) => {
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

function converse(load: Load, until: number, pauseMs: number, done: (status: number, ms: number) => void) {
  return new Promise<void>((resolve, reject) => {
    const socket = connect(load.port, '127.0.0.1')
    socket.setNoDelay(true)
    let sentAt = 0
    const send = () => {
      if (performance.now() >= until || load.stop?.aborted) return void socket.end(() => resolve())
      sentAt = performance.now()
      socket.write(load.next())
    }
    onAnswers(socket, (status) => {
      done(status, performance.now() - sentAt)
      if (pauseMs === 0) send()
      else setTimeout(send, Math.max(0, pauseMs - (performance.now() - sentAt)))
    })
    socket.once('connect', send).once('error', reject)
  })
}

/** Calls back once per whole answer. */
function onAnswers(socket: Socket, answered: (status: number) => void) {
  let pending = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    pending += chunk
    const head = pending.indexOf('\r\n\r\n')
    if (head < 0) return
    const [, length = '0'] = /content-length: (\d+)/i.exec(pending.slice(0, head)) ?? []
    if (pending.length < head + 4 + Number(length)) return
    const status = Number(pending.slice(9, 12))
    pending = ''
    answered(status)
  })
}
