import { hash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { FOR_EVER } from '../rules/network/for-ever.ts'
import { MINUTE_MS } from '../rules/values/durations.ts'
import type { S3Settings } from '../settings/s3-settings.ts'
import {
  type Asking,
  type ImageStore,
  ImageStoreUnavailable,
  imageAt,
  type ListedFile,
  MARK,
  type StoredFile,
} from './image-store.ts'
import {
  answerOf,
  element,
  expectDone,
  isOverloaded,
  NOT_IMPLEMENTED,
  orUnavailable,
  refusal,
  type S3Answer,
} from './s3-answer.ts'
import { StoreSilence } from './store-silence.ts'

const MOST_TRIES = 4
const FIRST_PAUSE_MS = 50
const TIMEOUT_MS = MINUTE_MS
/**
 * How long a read may be silent: shorter than a write, because visitors wait for reads and only sellers for writes.
 * Requests of the sweep may take longest.
 */
const READ_SILENCE_MS = 5000
/**
 * After this time, an upload asks the store whether it is alive, and waits as long again: 15 seconds for a silent one.
 */
const WRITE_SILENCE_MS = 7500
/** Further reads are refused: waiting here, they would take the places of all requests. */
const MOST_READS_BEGINNING = 100
/** The object exists already, or somebody else is just putting it. */
const TAKEN: ReadonlySet<number> = new Set([412, 409])

/** Objects in a bucket of S3 or of anything that speaks its language. */
export class S3Store implements ImageStore {
  readonly #client: AwsClient
  readonly #bucket: string
  readonly #prefix: string

  readonly #timeoutMs: number
  readonly #readSilenceMs: number
  readonly #writeSilenceMs: number
  #readsBeginning = 0

  constructor(
    { bucket, prefix, endpoint, ...credentials }: S3Settings,
    { timeoutMs = TIMEOUT_MS, readSilenceMs = READ_SILENCE_MS, writeSilenceMs = WRITE_SILENCE_MS } = {},
  ) {
    this.#client = new AwsClient({ service: 's3', ...credentials })
    this.#bucket = `${endpoint.replace(/\/+$/, '')}/${bucket}`
    this.#prefix = prefix ? `${prefix}/` : ''
    this.#timeoutMs = timeoutMs
    this.#readSilenceMs = readSilenceMs
    this.#writeSilenceMs = writeSilenceMs
  }

  async put(path: string, bytes: Uint8Array, type: string): Promise<void> {
    const url = this.#urlOf(path)
    // The name is the hash of the content, and the store checks that it is.
    const { hash } = imageAt(path)!
    const headers = { 'content-type': type, 'cache-control': FOR_EVER }
    // Copied, because `fetch` cannot send shared memory.
    expectDone(await this.#put(url, new Uint8Array(bytes), hash, headers), 'put')
  }

  /** Watches the store until the answer is complete, because it may also fall silent in the middle of a refusal. */
  async #put(
    url: string,
    body: Uint8Array<ArrayBuffer>,
    sha256: string,
    headers: Record<string, string>,
  ): Promise<S3Answer> {
    const signed = { ...headers, 'x-amz-content-sha256': sha256 }
    const limit = new AbortController()
    const giveUp = (reason: Error) => limit.abort(reason)
    const tooLong = new ImageStoreUnavailable('The image store takes too long')
    const end = setTimeout(giveUp, this.#timeoutMs, tooLong)
    const asking = setInterval(() => this.#hear().catch(giveUp), this.#writeSilenceMs)
    try {
      return await this.#ask(url, { method: 'PUT', body, headers: signed }, limit.signal)
    } finally {
      clearTimeout(end)
      clearInterval(asking)
    }
  }

  /**
   * A store says nothing until an upload is complete. Asking it for the mark tells a slow upload from a silent store.
   */
  async #hear(): Promise<void> {
    const limit = AbortSignal.timeout(this.#writeSilenceMs)
    await this.#ask(this.#markUrl, { method: 'HEAD' }, limit)
  }

  async read(path: string): Promise<StoredFile | undefined> {
    return await this.#read(this.#urlOf(path))
  }

  async #read(url: string): Promise<StoredFile | undefined> {
    if (this.#readsBeginning >= MOST_READS_BEGINNING) {
      throw new ImageStoreUnavailable(`${MOST_READS_BEGINNING} reads wait for the image store already`)
    }
    this.#readsBeginning++
    const silence = new StoreSilence(this.#readSilenceMs)
    try {
      return await silence.endWithin(this.#beginReading(url, silence))
    } finally {
      this.#readsBeginning--
    }
  }

  async #beginReading(url: string, silence: StoreSilence): Promise<StoredFile | undefined> {
    const response = await this.#send(url, { method: 'GET' }, silence.signal)
    if (response.status === 404) {
      await response.body?.cancel()
      return undefined
    }
    if (!response.ok || !response.body) throw refusal(await answerOf(response), 'read')
    return { bytes: lengthOf(response), stream: silence.streamOf(response.body) }
  }

  async has(path: string): Promise<boolean> {
    const answer = await this.#ask(this.#urlOf(path), { method: 'HEAD' })
    if (answer.status === 404) return false
    expectDone(answer, 'look for')
    return true
  }

  async remove(path: string): Promise<void> {
    const answer = await this.#ask(this.#urlOf(path), { method: 'DELETE' })
    if (answer.status !== 404) expectDone(answer, 'remove')
  }

  async *list(storeId?: string, asking: Asking = (question) => question()): AsyncGenerator<ListedFile> {
    const prefix = storeId ? `${this.#prefix}${storeId}/` : this.#prefix
    let next: string | undefined
    do {
      const page = await asking(() => this.#page(prefix, next))
      for (const [, item = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const path = element(item, 'Key').slice(this.#prefix.length)
        if (path === MARK) continue
        const bytes = Number(element(item, 'Size'))
        yield { path, bytes, modifiedAt: Date.parse(element(item, 'LastModified')) }
      }
      next = element(page, 'NextContinuationToken')
    } while (next)
  }

  async #page(prefix: string, next?: string): Promise<string> {
    const query = new URLSearchParams({ 'list-type': '2', prefix })
    if (next) query.set('continuation-token', next)
    const response = await this.#send(`${this.#bucket}?${query}`, { method: 'GET' })
    if (!response.ok) throw refusal(await answerOf(response), 'list')
    return await orUnavailable(response.text())
  }

  async freeBytes(): Promise<number> {
    return Number.POSITIVE_INFINITY
  }

  async readMark(): Promise<string | undefined> {
    const file = await this.#read(this.#markUrl)
    return file && (await text(file.stream)).trim()
  }

  async writeMark(id: string): Promise<void> {
    expectDone(await this.#putMark(id), 'put')
  }

  async claimMark(id: string): Promise<void> {
    const answer = await this.#putMark(id, { 'if-none-match': '*' })
    if (TAKEN.has(answer.status)) return
    if (answer.status === NOT_IMPLEMENTED) await this.writeMark(id)
    else expectDone(answer, 'put')
  }

  #putMark(id: string, condition: Record<string, string> = {}): Promise<S3Answer> {
    const bytes = new TextEncoder().encode(`${id}\n`)
    return this.#put(this.#markUrl, bytes, hash('sha256', bytes), {
      'content-type': 'text/plain',
      ...condition,
    })
  }

  get #markUrl() {
    return `${this.#bucket}/${this.#prefix}${MARK}`
  }

  #urlOf(path: string): string {
    if (!imageAt(path)) throw new Error(`"${path}" is no path of an image`)
    return `${this.#bucket}/${this.#prefix}${path}`
  }

  /** For requests that return no file. */
  async #ask(url: string, init: RequestInit, signal?: AbortSignal): Promise<S3Answer> {
    return await answerOf(await this.#send(url, init, signal))
  }

  #send(url: string, init: RequestInit, signal = AbortSignal.timeout(this.#timeoutMs)): Promise<Response> {
    return orUnavailable(this.#sendUntilTaken(url, init, signal))
  }

  /**
   * One time limit for all tries. The signal goes to `fetch` itself: a signal that only the signed Request holds has no
   * effect once that Request has been garbage-collected.
   */
  async #sendUntilTaken(url: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
    for (let tries = 1; ; tries++) {
      const response = await fetch(await this.#client.sign(url, init), { signal })
      if (!isOverloaded(response) || tries === MOST_TRIES) return response
      await response.body?.cancel()
      await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** tries, undefined, { signal })
    }
  }
}

function lengthOf({ headers }: Response): number | undefined {
  const length = headers.get('content-length')
  return length === null || headers.has('content-encoding') ? undefined : Number(length)
}
