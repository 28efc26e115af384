import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'
import type { Sampler, TracingSettings } from '../settings/tracing-settings.ts'
import { OtlpExporter } from './otlp-exporter.ts'
import { isInRatio, newSpanId, newTraceId, type SpanContext, traceparentOf } from './span-context.ts'

type Attributes = Record<string, string | number>

/** As OTLP numbers them. */
const KIND = { server: 2, client: 3 } as const
type Kind = keyof typeof KIND

export interface Span extends SpanContext {
  end(attributes: Attributes, failed: boolean): void
}

/** Begins spans, knows which one the running code belongs to, and hands ended ones to the exporter. */
export class Tracer implements AsyncDisposable {
  readonly #sampler: Sampler
  readonly #exporter: OtlpExporter
  readonly #running = new AsyncLocalStorage<SpanContext | undefined>()

  constructor(settings: TracingSettings, log: Logger) {
    this.#sampler = settings.sampler
    this.#exporter = new OtlpExporter(settings, log)
  }

  /** The span of the code that is running. */
  current(): SpanContext | undefined {
    return this.#running.getStore()
  }

  traceparent(): string | undefined {
    const current = this.current()
    return current && traceparentOf(current)
  }

  start(name: string, kind: Kind, parent: SpanContext | undefined): Span {
    const traceId = parent?.traceId ?? newTraceId()
    const sampled = this.#isSampled(traceId, parent)
    const span = { traceId, spanId: newSpanId(), sampled }
    const startedAt = clockNow()
    const began = performance.now()
    const end = (attributes: Attributes, failed: boolean) => {
      if (!sampled) return
      const endedAt = startedAt + performance.now() - began
      const times = { startedAt: nanoseconds(startedAt), endedAt: nanoseconds(endedAt) }
      const about = { name, kind: KIND[kind], attributes, failed, parentSpanId: parent?.spanId }
      this.#exporter.add({ ...span, ...about, ...times })
    }
    return { ...span, end }
  }

  /** Runs the work as part of the span, or of none. */
  within<T>(span: SpanContext | undefined, work: () => T): T {
    return this.#running.run(span, work)
  }

  [Symbol.asyncDispose]() {
    return this.#exporter[Symbol.asyncDispose]()
  }

  #isSampled(traceId: string, parent: SpanContext | undefined): boolean {
    if (parent && (this.#sampler.followsParent || parent === this.current())) return parent.sampled
    return isInRatio(traceId, this.#sampler.ratio)
  }
}

const MOST_OFF_MS = 10
let origin = performance.timeOrigin

/** Milliseconds since 1970. Finer than the system clock, and follows it when that is set. */
function clockNow(): number {
  const steady = performance.now()
  const off = Date.now() - (origin + steady)
  if (Math.abs(off) > MOST_OFF_MS) origin += off
  return origin + steady
}

/** As digits, because a number is not exact enough. */
const nanoseconds = (ms: number) => ms.toFixed(6).replace('.', '')
