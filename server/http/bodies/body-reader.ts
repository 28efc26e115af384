import type { IncomingMessage } from 'node:http'
import type { PreparedImages } from '../../images/uploads.ts'
import { BodyMemory, type LentMemory } from './body-memory.ts'
import { BodyThread } from './body-thread.ts'
import { type Fields, type ParseJob, parseAndHash } from './parse-body.ts'
import { receive } from './receive.ts'

type BodyRefusal =
  | 'body_too_large'
  | 'wrong_content_type'
  | 'wrong_content_encoding'
  | 'invalid_json'
  | 'body_not_object'
  | 'body_timeout'
  | 'body_aborted'
  | 'overloaded'

type Received = { bytes: Buffer; release(): void } | { refusal: BodyRefusal }

export type JsonBody = {
  /** Only the fields that the route knows. A placeholder stands for each upload. */
  body: Fields
  images: PreparedImages
  /** Of the raw body, only for a request with an Idempotency-Key, to detect a different body under the same key. */
  sha256: string | undefined
  /** Returns the lent memory, and with it the bytes of the uploads. To be called at the end of every request. */
  release(): void
}

const MOST_BYTES_AT_ONCE = 192 * 1024 * 1024
const IDLE_MS = 15_000

/** Reads and parses request bodies within a budget of memory shared by all requests. */
export class BodyReader {
  /** Two budgets, so that customers, who are anonymous, cannot use up the memory for sellers' bodies. */
  readonly #memory: { sellers: BodyMemory; customers: BodyMemory }
  readonly #patience: { idleMs: number; smallWithinMs: number | undefined }
  readonly #thread = new BodyThread()

  constructor({
    mostBytesAtOnce = MOST_BYTES_AT_ONCE,
    idleMs = IDLE_MS,
    smallWithinMs,
  }: { mostBytesAtOnce?: number; idleMs?: number; smallWithinMs?: number } = {}) {
    this.#memory = {
      sellers: new BodyMemory(mostBytesAtOnce),
      customers: new BodyMemory(mostBytesAtOnce / 2),
    }
    this.#patience = { idleMs, smallWithinMs }
  }

  /**
   * `fields` are those that the route knows; the rest of the body is dropped. Bodies with the same `whose` wait for
   * each other and do not delay those of other owners.
   */
  async readJsonBody(
    request: IncomingMessage,
    limitBytes: number,
    fields: readonly string[],
    whose: string,
  ): Promise<JsonBody | { refusal: BodyRefusal }> {
    const refusal = refusalByHeaders(request, limitBytes)
    if (refusal) return { refusal }
    const reception = { memory: this.#memory.sellers, whose, ...this.#patience }
    const received = await receive(request, limitBytes, reception)
    if ('refusal' in received) return received
    const job = { fields, whose, isHashed: request.headers['idempotency-key'] !== undefined }
    return 'lent' in received
      ? this.#parseBeside(received.lent, received.size, job)
      : parseHere(received.bytes, job)
  }

  /** The bytes of a customer's form, in memory that is bounded like a seller's. */
  async readBytes(request: IncomingMessage, limitBytes: number, whose: string): Promise<Received> {
    if (isEncoded(request)) return { refusal: 'wrong_content_encoding' }
    const reception = { memory: this.#memory.customers, whose, ...this.#patience }
    const received = await receive(request, limitBytes, reception)
    if ('refusal' in received) return received
    if ('bytes' in received) return { bytes: received.bytes, release: () => {} }
    const { lent, size } = received
    return { bytes: Buffer.from(lent.memory, 0, size), release: () => lent.release() }
  }

  async #parseBeside(lent: LentMemory, size: number, job: ParseJob) {
    try {
      const { parsed, sha256 } = await this.#thread.parse(lent, size, job)
      if (!('refusal' in parsed)) return { ...parsed, sha256, release: () => lent.release() }
      lent.release()
      return parsed
    } catch (error) {
      lent.release()
      throw error
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread.close()
  }
}

async function parseHere(bytes: Buffer, job: ParseJob) {
  const { parsed, sha256 } = await parseAndHash(bytes, job)
  return 'refusal' in parsed ? parsed : { ...parsed, sha256, release: () => {} }
}

/** What can be refused before a byte of the body is read. */
function refusalByHeaders(request: IncomingMessage, limitBytes: number): BodyRefusal | undefined {
  const { headers } = request
  if (Number(headers['content-length'] ?? 0) > limitBytes) return 'body_too_large'
  if (!/^\s*application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) return 'wrong_content_type'
  if (isEncoded(request)) return 'wrong_content_encoding'
  if (!/^\s*chunked\s*$/i.test(headers['transfer-encoding'] ?? 'chunked')) return 'wrong_content_encoding'
  return undefined
}

/** Trimmed, not matched: a regular expression could backtrack through a header of 64 KB of blanks. */
const isEncoded = ({ headers }: IncomingMessage) =>
  !['', 'identity'].includes((headers['content-encoding'] ?? '').trim().toLowerCase())
