import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

interface Heard {
  status: number
  headers: Headers
  text: string
}

const PAUSE_MS = 50
/** Longer than any request takes: a retry while the first request still runs could be executed twice. */
const ANSWER_WITHIN_MS = 30_000

/**
 * Calls a random instance, as through a load balancer. `persist` retries on 503, 429 and no answer until it gets
 * another answer. The caller records how long 503s took.
 */
export class Caller {
  readonly #urls: () => string[]
  /** Requests that were answered in the end. */
  answered = 0
  /** 503s and broken connections. */
  refused = 0
  /** Answers that must never occur, such as 500. */
  readonly wrong: string[] = []
  /** The sentences in 503 answers, and how often each came. */
  readonly sentences = new Map<string, number>()
  /** The longest wait for a 503. */
  slowestRefusalMs = 0

  constructor(urls: () => string[]) {
    this.#urls = urls
  }

  async persist(path: string, init: RequestInit = {}): Promise<Heard> {
    for (;;) {
      const heard = await this.once(path, init)
      if (heard && heard.status !== 503 && heard.status !== 429) return heard
      await sleep(heard?.status === 429 ? 10 * PAUSE_MS : PAUSE_MS)
    }
  }

  /** Undefined where no answer came. */
  async once(path: string, init: RequestInit): Promise<Heard | undefined> {
    const urls = this.#urls()
    const began = performance.now()
    try {
      const response = await fetch(urls[randomInt(urls.length)]! + path, {
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        ...init,
        headers: { ...init.headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': anAddress() },
      })
      const heard = { status: response.status, headers: response.headers, text: await response.text() }
      this.#note(heard, path, performance.now() - began)
      return heard
    } catch {
      this.refused++
      return undefined
    }
  }

  #note({ status, text }: Heard, path: string, ms: number) {
    if (status === 503) {
      this.refused++
      const [, sentence = ''] = /^\{"error":"(.*?)"/.exec(text) ?? []
      this.sentences.set(sentence, (this.sentences.get(sentence) ?? 0) + 1)
      this.slowestRefusalMs = Math.max(this.slowestRefusalMs, ms)
    } else if (status >= 500) this.wrong.push(`${status} ${path}: ${text.slice(0, 200)}`)
    else this.answered++
  }
}

const anAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
