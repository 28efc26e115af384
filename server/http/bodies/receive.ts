import type { IncomingMessage } from 'node:http'
import type { BodyMemory, LentMemory } from './body-memory.ts'
import { joinedChunks, keepChunk } from './joined-chunks.ts'
import { tinyChunks } from './tiny-chunks.ts'

type Received =
  | { bytes: Buffer }
  | { lent: LentMemory; size: number }
  | { refusal: 'body_too_large' | 'body_timeout' | 'body_aborted' }

/** Bodies up to this size need no lent memory and are parsed on the main thread. */
const SMALL_BYTES = 256 * 1024

/** How long a small body may take, from its first byte to its last. */
const SMALL_WITHIN_MS = 20_000

/** The least average rate of a large body. */
const LARGE_BYTES_PER_SECOND = 32 * 1024

/** While others wait for memory, a large body must be fast enough to be complete within this time. */
const WAITED_FOR_WITHIN_SECONDS = 120

/**
 * After every 128 KB, twice what Node reads at once, reading pauses for 1 ms. So a body is read at 128 MB a second at
 * most, which leaves most of the main thread to other requests.
 */
const PAUSE_AFTER_BYTES = 128 * 1024
const PAUSE_MS = 1

type Reception = {
  memory: BodyMemory
  whose: string
  idleMs: number
  smallWithinMs?: number | undefined
}

/**
 * Reads a whole body. A large one waits for memory; until it has some, it stays in the socket, except for the up to 64
 * KB that Node reads ahead: see read-ahead.ts.
 */
export async function receive(
  request: IncomingMessage,
  limitBytes: number,
  { memory, whose, idleMs, smallWithinMs = SMALL_WITHIN_MS }: Reception,
): Promise<Received> {
  const declared = declaredBytes(request)
  if (declared > limitBytes && declared !== UNKNOWN) return { refusal: 'body_too_large' }
  request.on('error', () => {})

  const chunks: Buffer[] = []
  if (declared <= SMALL_BYTES || declared === UNKNOWN) {
    const most = Math.min(SMALL_BYTES, limitBytes)
    const outcome = await readSmall(request, chunks, most, { idleMs, withinMs: smallWithinMs })
    if (outcome === 'ended') return { bytes: joinedChunks(chunks) }
    if (outcome !== 'stopped') return { refusal: outcome }
    if (most === limitBytes) return { refusal: 'body_too_large' }
  }

  // Untouched pages take no physical memory, so a body of unknown length is lent the limit.
  const most = Math.min(declared, limitBytes)
  const lent = await memory.lend(most, whose)
  const bytesPerSecond = () =>
    Math.max(LARGE_BYTES_PER_SECOND, memory.isWaitedFor ? most / WAITED_FOR_WITHIN_SECONDS : 0)
  const pace = { idleMs, bytesPerSecond }
  const outcome = await readLarge(request, chunks, Buffer.from(lent.memory, 0, most), pace)
  if (typeof outcome === 'number') return { lent, size: outcome }
  lent.release()
  return { refusal: outcome }
}

const UNKNOWN = Number.POSITIVE_INFINITY

function declaredBytes({ headers }: IncomingMessage): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : UNKNOWN
}

/** Reads into `chunks`. Stops as soon as they hold more than `most` bytes, where the body turns out not to be small. */
function readSmall(request: IncomingMessage, chunks: Buffer[], most: number, patience: Patience) {
  let size = 0
  return flow(request, patience, (chunk) => {
    keepChunk(chunks, chunk)
    size += chunk.length
    return size <= most
  })
}

/** The rate that a sender must keep, checked once `idleMs` have passed. */
type Pace = { idleMs: number; bytesPerSecond: () => number }

/** Fills the memory; resolves with the number of bytes that came. */
async function readLarge(request: IncomingMessage, before: Buffer[], memory: Buffer, pace: Pace) {
  const { idleMs, bytesPerSecond } = pace
  let size = 0
  for (const chunk of before.splice(0)) {
    if (size + chunk.length > memory.length) return 'body_too_large'
    size += chunk.copy(memory, size)
  }
  const begun = performance.now()
  let isSlow = false
  let sizeAtPause = 0
  let previous: Buffer | undefined
  const outcome = await flow(request, { idleMs }, (chunk) => {
    if (size + chunk.length > memory.length) return false
    size += chunk.copy(memory, size)
    free(previous)
    previous = chunk
    const ms = performance.now() - begun
    isSlow = ms > idleMs && size < (ms / 1000) * bytesPerSecond()
    if (!isSlow && size - sizeAtPause >= PAUSE_AFTER_BYTES) {
      sizeAtPause = size
      letOthersIn(request)
    }
    return !isSlow
  })
  if (outcome === 'ended') return size
  if (outcome !== 'stopped') return outcome
  return isSlow ? 'body_timeout' : 'body_too_large'
}

/**
 * Without a pause, Node reads up to 2 MB of one body before it looks at other sockets. A fast sender nearby would keep
 * the main thread and one more processor busy until its body is complete, although parsing it is slower than that.
 */
function letOthersIn(request: IncomingMessage): void {
  request.pause()
  setTimeout(() => request.resume(), PAUSE_MS)
}

/**
 * Frees a chunk's memory at once. Left to the garbage collector, each large body would trigger a collection, and every
 * other request would wait for it. Frees only a chunk that owns its whole ArrayBuffer, and only when the next chunk has
 * arrived, because until then the HTTP parser may still use it.
 */
function free(chunk: Buffer | undefined): void {
  if (chunk && chunk.length === chunk.buffer.byteLength) (chunk.buffer as ArrayBuffer).transfer(0)
}

/** How long the sender may be silent, and how long the whole body may take, if that is limited. */
type Patience = { idleMs: number; withinMs?: number }

/**
 * Passes each chunk to `take`, until the body ends, `take` returns false, there are too many tiny chunks, a time limit
 * passes or the sender disconnects.
 */
function flow(request: IncomingMessage, { idleMs, withinMs }: Patience, take: (chunk: Buffer) => boolean) {
  type Outcome = 'ended' | 'stopped' | 'body_too_large' | 'body_timeout' | 'body_aborted'
  const isTooMany = tinyChunks(request)
  return new Promise<Outcome>((resolve) => {
    if (request.readableEnded) return resolve('ended')
    if (request.destroyed) return resolve('body_aborted')
    const finish = (outcome: Outcome) => {
      clearTimeout(silent)
      clearTimeout(late)
      request.off('data', onData).off('end', onEnd).off('close', onClose)
      request.pause()
      resolve(outcome)
    }
    const onEnd = () => finish('ended')
    const onClose = () => finish('body_aborted')
    const onTimeout = () => finish('body_timeout')
    const onData = (chunk: Buffer) => {
      silent.refresh()
      if (isTooMany(chunk)) finish('body_too_large')
      else if (!take(chunk)) finish('stopped')
    }
    const silent = setTimeout(onTimeout, idleMs)
    const late = withinMs === undefined ? undefined : setTimeout(onTimeout, withinMs)
    request.on('data', onData).on('end', onEnd).on('close', onClose)
    request.resume()
  })
}
