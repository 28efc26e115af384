import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { PreparedImages } from '../images/uploads.ts'
import { BodyThread } from './body-thread.ts'
import { ByteBudget } from './byte-budget.ts'
import { type Fields, type ParsedBody, parseBody } from './parse-body.ts'
import { type Received as ReceivedBytes, receive, SMALL_BYTES } from './receive.ts'

export type BodyRefusal =
  | 'body_too_large'
  | 'wrong_content_type'
  | 'wrong_content_encoding'
  | 'invalid_json'
  | 'body_not_object'
  | 'body_timeout'
  | 'body_aborted'

export type Received = ReceivedBytes | { refusal: 'wrong_content_encoding' }

export type JsonBody = {
  /** The known fields only; where an upload was, a stand-in. */
  body: Fields
  images: PreparedImages
  /** Of the bytes as they came. */
  sha256: string
  /** Gives the memory back to those who wait for it: to be called when the request is done with, whatever came of it. */
  release(): void
}

const MOST_BYTES_AT_ONCE = 192 * 1024 * 1024
const IDLE_MS = 15_000

/** Reads and parses request bodies within a budget of memory shared by all requests. */
export class BodyReader {
  readonly #budget: ByteBudget
  readonly #idleMs: number
  readonly #thread = new BodyThread()

  constructor({ mostBytesAtOnce = MOST_BYTES_AT_ONCE, idleMs = IDLE_MS } = {}) {
    this.#budget = new ByteBudget(mostBytesAtOnce)
    this.#idleMs = idleMs
  }

  /**
   * `fields` are those that the route knows: anything else in the body is dropped. `invite` is called when nothing in
   * the headers stands against reading it.
   */
  async readJsonBody(
    request: IncomingMessage,
    limitBytes: number,
    fields: readonly string[],
    invite = () => {},
  ): Promise<JsonBody | { refusal: BodyRefusal }> {
    const refusal = refusalByHeaders(request, limitBytes)
    if (refusal) return { refusal }
    invite()
    const received = await receive(request, limitBytes, this.#budget, this.#idleMs)
    if ('refusal' in received) return received
    const { bytes, release } = received
    try {
      const result = await this.#parse(bytes, fields)
      if ('refusal' in result) release()
      return 'refusal' in result ? result : { ...result, release }
    } catch (error) {
      release()
      throw error
    }
  }

  /** The bytes of a form, in the same bounded memory. */
  async readBytes(request: IncomingMessage, limitBytes: number): Promise<Received> {
    if (!/^\s*(identity)?\s*$/i.test(request.headers['content-encoding'] ?? '')) {
      return { refusal: 'wrong_content_encoding' }
    }
    return receive(request, limitBytes, this.#budget, this.#idleMs)
  }

  async #parse(bytes: Buffer, fields: readonly string[]) {
    if (bytes.length <= SMALL_BYTES) return withHash(await parseBody(bytes, fields), hash('sha256', bytes))
    const done = await this.#thread.parse({ bytes, fields })
    return done ? withHash(done.parsed, done.sha256) : { refusal: 'body_too_large' as const }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread.close()
  }
}

const withHash = (parsed: ParsedBody, sha256: string) =>
  'refusal' in parsed ? parsed : { ...parsed, sha256 }

/** What can be refused before a byte of the body is read. */
function refusalByHeaders({ headers }: IncomingMessage, limitBytes: number): BodyRefusal | undefined {
  if (Number(headers['content-length'] ?? 0) > limitBytes) return 'body_too_large'
  if (!/^\s*application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) return 'wrong_content_type'
  if (!/^\s*(identity)?\s*$/i.test(headers['content-encoding'] ?? '')) return 'wrong_content_encoding'
  if (!/^\s*chunked\s*$/i.test(headers['transfer-encoding'] ?? 'chunked')) return 'wrong_content_encoding'
  return undefined
}
