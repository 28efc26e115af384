import { randomBytes } from 'node:crypto'

/** A span's place in its trace, as the header `traceparent` carries it. */
export interface SpanContext {
  traceId: string
  spanId: string
  sampled: boolean
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const SAMPLED = 1

/** Undefined for anything that W3C Trace Context does not allow. */
export function parseTraceparent(text: unknown): SpanContext | undefined {
  const [, traceId, spanId, flags, more] = TRACEPARENT.exec(typeof text === 'string' ? text : '') ?? []
  if (!traceId || !spanId || !flags) return undefined
  if (more !== undefined && String(text).startsWith('00')) return undefined
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}

export const traceparentOf = ({ traceId, spanId, sampled }: SpanContext): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`

export const newTraceId = () => randomBytes(16).toString('hex')
export const newSpanId = () => randomBytes(8).toString('hex')

/** Depends on the id alone, so that all services with the same ratio choose the same traces. */
export const isInRatio = (traceId: string, ratio: number): boolean =>
  ratio >= 1 || Number.parseInt(traceId.slice(-13), 16) < ratio * 2 ** 52
