import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, fetch } from 'undici'

const EVERY_MS = 100
const GIVE_UP_MS = 30_000
/** A full accept queue makes connecting slow, so the time limit for it is long. */
const dispatcher = new Agent({ connect: { timeout: GIVE_UP_MS } })

interface Look {
  url: string
  began: number
  ms: number
  /** 0 where no answer came; `failure` then has the reason. */
  status: number
  failure: string
}

/** Requests one page of every instance ten times a second and records the results. */
export class Probe {
  readonly #urls: () => string[]
  readonly #path: string
  readonly looks: Look[] = []
  #stopped = false

  constructor(urls: () => string[], path: string) {
    this.#urls = urls
    this.#path = path
  }

  stop() {
    this.#stopped = true
  }

  async run() {
    const underWay = new Set<Promise<void>>()
    while (!this.#stopped) {
      for (const url of this.#urls()) {
        const look = this.#look(url).finally(() => underWay.delete(look))
        underWay.add(look)
      }
      await sleep(EVERY_MS)
    }
    await Promise.all(underWay)
  }

  async #look(url: string) {
    const began = Date.now()
    const from = performance.now()
    let status = 0
    let failure = ''
    try {
      const headers = { 'x-forwarded-proto': 'https' }
      const signal = AbortSignal.timeout(GIVE_UP_MS)
      const response = await fetch(url + this.#path, { headers, signal, dispatcher })
      await response.arrayBuffer()
      status = response.status
    } catch (error) {
      const { cause = error } = error as Error
      failure = (cause as NodeJS.ErrnoException).code ?? String(cause)
    }
    this.looks.push({ url, began, ms: Math.round(performance.now() - from), status, failure })
  }

  /** The waits for a 503, of requests sent in that time, shortest first. */
  refusals(from: number, to: number): number[] {
    return this.#refused(from, to)
      .map(({ ms }) => ms)
      .sort((a, b) => a - b)
  }

  #refused(from: number, to: number): Look[] {
    return this.looks.filter(({ began, status }) => status === 503 && began >= from && began <= to)
  }

  /** The time from `from` until every instance answers again without further failures; undefined if one never does. */
  recovery(from: number): number | undefined {
    const longest = Math.max(...this.#urls().map((url) => this.#recoveryOf(url, from)))
    return Number.isFinite(longest) ? longest : undefined
  }

  #recoveryOf(url: string, from: number): number {
    const since = this.looks.filter((look) => look.url === url && look.began >= from)
    const lastFailure = Math.max(...since.filter(({ status }) => status !== 200).map(({ began }) => began))
    const good = since.filter(({ began, status }) => status === 200 && began > lastFailure)
    return Math.min(...good.map(({ began, ms }) => began + ms - from))
  }

  /** The instances that refused nothing in that time or have not recovered since: the run then shows nothing. */
  unshown({ from, to, back }: { from: number; to: number; back: number }): string[] {
    return this.#urls().flatMap((url, i) => {
      const refused = this.#refused(from, to).some((look) => look.url === url)
      return [
        ...(refused ? [] : [`Instance ${i + 1} refused nobody while the fault lasted`]),
        ...(Number.isFinite(this.#recoveryOf(url, back)) ? [] : [`Instance ${i + 1} never recovered`]),
      ]
    })
  }

  /** Answers other than 200 and the promised 503. */
  oddAnswers(from: number, to: number): string[] {
    const odd = this.looks.filter(
      ({ began, status }) => began >= from && began <= to && status !== 200 && status !== 503,
    )
    return odd
      .slice(0, 3)
      .map(({ status, failure, ms }) => `A page was answered with ${status || failure} after ${ms} ms`)
  }
}
