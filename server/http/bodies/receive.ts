import type { IncomingMessage } from 'node:http'
import type { BodyMemory, LentMemory } from './body-memory.ts'
import { joinedChunks, keepChunk } from './joined-chunks.ts'
import { tinyChunks } from './tiny-chunks.ts'

type Received =
  | { bytes: Buffer }
  | { lent: LentMemory; size: number }
  | { refusal: 'body_too_large' | 'body_timeout' | 'body_aborted' }

/** Bodies up to this size need no lent memory, and are taken apart where they arrive. */
const SMALL_BYTES = 256 * 1024

/** From its first byte to its last. */
const SMALL_WITHIN_MS = 20_000

/** What a large body must bring on average. */
const LARGE_BYTES_PER_SECOND = 32 * 1024

/** How soon it must be whole while others wait for memory. */
const WAITED_FOR_WITHIN_SECONDS = 120

/** Twice what Node reads at once, and a pause: at most 128 MB a second, which leaves most of the main thread to others. */
const PAUSE_AFTER_BYTES = 128 * 1024
const PAUSE_MS = 1

type Reception = {
  memory: BodyMemory
  whose: string
  idleMs: number
  smallWithinMs?: number | undefined
}

/**
 * Reads a whole body. A large one waits for memory, and stays in its socket until it has it, but for the 64 KB that Node
 * reads by itself: see read-ahead.ts.
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

  // Memory that nobody has written to costs nothing yet, so a body of unknown length is lent the limit.
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

/** Stops, with more than `most` bytes in hand, where the body turns out not to be small. */
function readSmall(request: IncomingMessage, chunks: Buffer[], most: number, patience: Patience) {
  let size = 0
  return flow(request, patience, (chunk) => {
    keepChunk(chunks, chunk)
    size += chunk.length
    return size <= most
  })
}

/** What is asked of a sender, once it has had as long as it may be silent. */
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
  const outcome = await flow(request, { idleMs, withinMs: Number.POSITIVE_INFINITY }, (chunk) => {
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
 * Left alone, Node reads up to 2 MB of a body before it looks who else has sent something; and who sends from nearby
 * would keep it and one more processor busy until all is here, although it is taken apart more slowly.
 */
function letOthersIn(request: IncomingMessage): void {
  request.pause()
  setTimeout(() => request.resume(), PAUSE_MS)
}

/**
 * Gives a chunk's memory back at once. Left to the garbage collector, each large body would set it off, and every other
 * request would wait. Only where the chunk has its memory to itself, and only when the next one is here, since the
 * parser may still be looking at it until then.
 */
function free(chunk: Buffer | undefined): void {
  if (chunk && chunk.length === chunk.buffer.byteLength) (chunk.buffer as ArrayBuffer).transfer(0)
}

/** How long the sender may be silent, and how long all of it may take. */
type Patience = { idleMs: number; withinMs: number }

/**
 * Hands on what arrives until the body ends, the taker has had enough, it comes in too many chunks, patience runs out or
 * the sender goes away.
 */
function flow(request: IncomingMessage, { idleMs, withinMs }: Patience, take: (chunk: Buffer) => boolean) {
  type Outcome = 'ended' | 'stopped' | 'body_too_large' | 'body_timeout' | 'body_aborted'
  const isTooMany = tinyChunks(request)
  return new Promise<Outcome>((resolve) => {
    if (request.readableEnded) return resolve('ended')
    if (request.destroyed) return resolve('body_aborted')
    const finish = (outcome: Outcome) => {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).off('close', onClose)
      request.pause()
      resolve(outcome)
    }
    const onEnd = () => finish('ended')
    const onClose = () => finish('body_aborted')
    const onData = (chunk: Buffer) => {
      if (performance.now() < lastRefresh) timer.refresh()
      if (isTooMany(chunk)) finish('body_too_large')
      else if (!take(chunk)) finish('stopped')
    }
    const timerMs = Math.min(idleMs, withinMs)
    const lastRefresh = performance.now() + withinMs - timerMs
    const timer = setTimeout(() => finish('body_timeout'), timerMs)
    request.on('data', onData).on('end', onEnd).on('close', onClose)
    request.resume()
  })
}
