import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { type ImageStore, type ListedFile, partsOfPath, type StoredFile } from './image-store.ts'

export type S3Settings = {
  bucket: string
  /** Without slashes at its ends; empty for the whole bucket. */
  prefix: string
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

const MOST_TRIES = 4
const FIRST_PAUSE_MS = 50
const TIMEOUT_MS = 60_000
const FOR_EVER = 'public, max-age=31536000, immutable'

/** Objects in a bucket of S3 or of anything that speaks its language. */
export class S3Store implements ImageStore {
  readonly #client: AwsClient
  readonly #bucket: string
  readonly #prefix: string

  readonly #timeoutMs: number

  constructor({ bucket, prefix, endpoint, ...credentials }: S3Settings, timeoutMs = TIMEOUT_MS) {
    this.#client = new AwsClient({ service: 's3', ...credentials })
    this.#bucket = `${endpoint.replace(/\/+$/, '')}/${bucket}`
    this.#prefix = prefix ? `${prefix}/` : ''
    this.#timeoutMs = timeoutMs
  }

  async put(path: string, bytes: Uint8Array, type: string): Promise<void> {
    const response = await this.#send(this.#urlOf(path), {
      method: 'PUT',
      // Copied, because `fetch` sends nothing from memory that threads share.
      body: new Uint8Array(bytes),
      headers: {
        'content-type': type,
        'cache-control': FOR_EVER,
        // The name is the hash of the content, and the service checks that it is.
        'x-amz-content-sha256': partsOfPath(path)!.hash,
      },
    })
    await done(response, 'put')
  }

  async read(path: string): Promise<StoredFile | undefined> {
    const response = await this.#begin(this.#urlOf(path))
    if (response.status === 404) {
      await response.body?.cancel()
      return undefined
    }
    if (!response.ok || !response.body) return refuse(response, 'read')
    const bytes = Number(response.headers.get('content-length'))
    return { bytes, stream: Readable.fromWeb(response.body as ReadableStream) }
  }

  async has(path: string): Promise<boolean> {
    const response = await this.#send(this.#urlOf(path), { method: 'HEAD' })
    if (response.status === 404) return false
    return response.ok || refuse(response, 'look for')
  }

  async remove(path: string): Promise<void> {
    const response = await this.#send(this.#urlOf(path), { method: 'DELETE' })
    if (response.status === 404) await response.body?.cancel()
    else await done(response, 'remove')
  }

  async *list(storeId?: string): AsyncGenerator<ListedFile> {
    const prefix = storeId ? `${this.#prefix}${storeId}/` : this.#prefix
    let next: string | undefined
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix })
      if (next) query.set('continuation-token', next)
      const response = await this.#send(`${this.#bucket}?${query}`, { method: 'GET' })
      if (!response.ok) return refuse(response, 'list')
      const page = await response.text()
      for (const [, item = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const path = element(item, 'Key').slice(this.#prefix.length)
        const bytes = Number(element(item, 'Size'))
        yield { path, bytes, modifiedAt: Date.parse(element(item, 'LastModified')) }
      }
      next = element(page, 'NextContinuationToken')
    } while (next)
  }

  #urlOf(path: string): string {
    if (!partsOfPath(path)) throw new Error(`"${path}" is no path of an image`)
    return `${this.#bucket}/${this.#prefix}${path}`
  }

  /** In time is the answer's beginning: how fast a file then comes depends on who wants it. */
  async #begin(url: string): Promise<Response> {
    const limit = new AbortController()
    const late = () => limit.abort(new DOMException('The image store is silent', 'TimeoutError'))
    const timer = setTimeout(late, this.#timeoutMs)
    try {
      return await this.#send(url, { method: 'GET' }, limit.signal)
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * One limit for all tries. The signal goes to `fetch` itself: one that only a signed request knows ends nothing once
   * the request has been collected.
   */
  async #send(
    url: string,
    init: RequestInit,
    signal = AbortSignal.timeout(this.#timeoutMs),
  ): Promise<Response> {
    for (let tries = 1; ; tries++) {
      const response = await fetch(await this.#client.sign(url, init), { signal })
      const isOverloaded = response.status >= 500 || response.status === 429
      if (!isOverloaded || tries === MOST_TRIES) return response
      await response.body?.cancel()
      await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** tries, undefined, { signal })
    }
  }
}

/** Enough for what we wrote ourselves: our names hold nothing that XML would escape, and tokens only `&amp;`. */
function element(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.replaceAll('&amp;', '&') ?? ''
}

async function done(response: Response, what: string): Promise<void> {
  if (!response.ok) return refuse(response, what)
  await response.body?.cancel()
}

async function refuse(response: Response, what: string): Promise<never> {
  const code = element(await response.text(), 'Code')
  throw new Error(`The image store refused to ${what}: ${response.status} ${code}`.trimEnd())
}
