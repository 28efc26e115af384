import type { Logger } from 'pino'
import { fetchReason } from '../rules/network/fetch-reason.ts'
import type { TracingSettings } from '../settings/tracing-settings.ts'
import type { SpanContext } from './span-context.ts'

interface EndedSpan extends SpanContext {
  parentSpanId: string | undefined
  name: string
  kind: number
  attributes: Record<string, string | number>
  failed: boolean
  /** Nanoseconds since 1970, as digits. */
  startedAt: string
  endedAt: string
}

const SEND_EVERY_MS = 5000
const MOST_AT_ONCE = 512
/** Beyond this the newest are dropped: a collector that is away must not cost memory. */
const MOST_KEPT = 2048
const ANSWER_WITHIN_MS = 10_000
/** A stop waits no longer than this, however many are left. */
const STOP_WITHIN_MS = 2000
const FAILED = 2

/** Posts spans to a collector by OTLP over HTTP, as JSON, some at a time. */
export class OtlpExporter implements AsyncDisposable {
  readonly #settings: TracingSettings
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout
  readonly #stop = new AbortController()
  #waiting: EndedSpan[] = []
  #sending: Promise<void> | undefined
  #isWarned = false

  constructor(settings: TracingSettings, log: Logger) {
    this.#settings = settings
    this.#log = log
    this.#timer = setInterval(() => this.#send(), SEND_EVERY_MS).unref()
  }

  add(span: EndedSpan) {
    if (this.#waiting.length >= MOST_KEPT) return
    this.#waiting.push(span)
    if (this.#waiting.length === MOST_AT_ONCE) this.#send()
  }

  async [Symbol.asyncDispose]() {
    clearInterval(this.#timer)
    const late = setTimeout(() => this.#stop.abort(), STOP_WITHIN_MS)
    this.#send()
    await this.#sending
    clearTimeout(late)
  }

  #send() {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined
    })
  }

  async #sendAll() {
    while (this.#waiting.length > 0 && !this.#stop.signal.aborted)
      await this.#post(this.#waiting.splice(0, MOST_AT_ONCE))
  }

  async #post(spans: EndedSpan[]) {
    try {
      const { url, headers } = this.#settings
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(requestOf(spans, this.#settings.resource)),
        signal: AbortSignal.any([AbortSignal.timeout(ANSWER_WITHIN_MS), this.#stop.signal]),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`status ${answer.status}`)
      this.#isWarned = false
    } catch (error) {
      const says = `Traces are lost: the collector does not take them (${fetchReason(error)})`
      if (!this.#isWarned) this.#log.warn(says)
      this.#isWarned = true
    }
  }
}

function requestOf(spans: EndedSpan[], resource: Readonly<Record<string, string>>) {
  const scopeSpans = [{ scope: { name: 'haat' }, spans: spans.map(spanJson) }]
  return { resourceSpans: [{ resource: { attributes: attributesJson(resource) }, scopeSpans }] }
}

const spanJson = ({ traceId, spanId, parentSpanId, name, kind, ...span }: EndedSpan) => ({
  traceId,
  spanId,
  ...(parentSpanId && { parentSpanId }),
  name,
  kind,
  startTimeUnixNano: span.startedAt,
  endTimeUnixNano: span.endedAt,
  attributes: attributesJson(span.attributes),
  status: span.failed ? { code: FAILED } : {},
})

const attributesJson = (attributes: Readonly<Record<string, string | number>>) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
