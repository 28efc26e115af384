import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Engine } from '../../storage/engine.ts'
import { metricText } from './write-metrics.ts'

const NANO = 1e-9
const MICRO = 1e-6
const RESOLUTION_MS = 20
const QUANTILES = [0.5, 0.9, 0.99, 1] as const
const STARTED_AT = performance.timeOrigin / 1000

/** The delay of the event loop since the last scrape. */
export class LoopDelay implements Disposable {
  readonly #histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })

  constructor() {
    this.#histogram.enable()
  }

  text(): string {
    const late = (quantile: number) =>
      this.#histogram.count === 0
        ? 0
        : this.#histogram.percentile(quantile * 100) * NANO - RESOLUTION_MS / 1000
    const samples = QUANTILES.map((quantile) => [{ quantile }, Math.max(0, late(quantile))] as const)
    this.#histogram.reset()
    return metricText(
      'haat_event_loop_delay_seconds',
      'summary',
      'Delay of the event loop since the last scrape; quantile 1 is the longest.',
      samples,
    )
  }

  [Symbol.dispose]() {
    this.#histogram.disable()
  }
}

export function databaseMetrics(db: Engine): string {
  const { most, open, idle, waiting } = db.load()
  const gauge = (name: string, help: string, value: number) =>
    metricText(`haat_database_${name}`, 'gauge', help, [[{}, value]])
  return [
    gauge('connections_most', 'Most connections that may be open for transactions.', most),
    gauge('connections_open', 'Connections that are open for transactions.', open),
    gauge('connections_idle', 'Connections for transactions that are idle.', idle),
    gauge('waiting', 'Transactions that wait for a connection.', waiting),
  ].join('')
}

export function processMetrics(): string {
  const { rss, heapUsed, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    metricText('process_resident_memory_bytes', 'gauge', 'Resident memory of the process.', [[{}, rss]]),
    metricText('haat_heap_used_bytes', 'gauge', 'Memory of JavaScript objects.', [[{}, heapUsed]]),
    metricText('haat_external_bytes', 'gauge', 'Memory outside the JavaScript heap, such as uploads.', [
      [{}, external],
    ]),
    metricText('process_cpu_seconds_total', 'counter', 'CPU time that the process has used.', [
      [{}, (user + system) * MICRO],
    ]),
    metricText('process_start_time_seconds', 'gauge', 'When the process started, in seconds since 1970.', [
      [{}, STARTED_AT],
    ]),
  ].join('')
}
