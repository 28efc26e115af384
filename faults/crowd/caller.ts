import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

interface Heard {
  status: number
  headers: Headers
  text: string
}

const PAUSE_MS = 50
/** Longer than anything takes: what is sent again while the first is still under way may be done by both. */
const ANSWER_WITHIN_MS = 30_000

/**
 * Speaks to any of the instances, as through a balancer. What is refused for now or gets no answer is sent again until it
 * is answered, and how long that took is kept.
 */
export class Caller {
  readonly #urls: () => string[]
  /** Requests that were answered in the end. */
  answered = 0
  /** 503s and connections that broke. */
  refused = 0
  /** Answers that nobody may get, such as 500. */
  readonly wrong: string[] = []
  /** What 503s said, and how often. */
  readonly sentences = new Map<string, number>()
  /** The longest that anybody waited for a 503. */
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
  async once(path: string, init: RequestInit = {}): Promise<Heard | undefined> {
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
