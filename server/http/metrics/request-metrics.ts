import { BUCKETS, type RequestSeries } from './request-series.ts'
import { metricText } from './write-metrics.ts'

export function requestMetrics(all: Iterable<RequestSeries>): string {
  const used = [...all].filter(({ statuses }) => statuses.size > 0)
  return [
    metricText(
      'haat_requests_total',
      'counter',
      'Requests answered, by operation and status.',
      used.flatMap(({ operation, statuses }) =>
        [...statuses].map(([status, count]) => [{ operation, status }, count] as const),
      ),
    ),
    metricText(
      'haat_request_duration_seconds',
      'histogram',
      'Time from the arrival of a request to the end of its answer.',
      used.flatMap(histogramOf),
    ),
  ].join('')
}

function histogramOf({ operation, counts, sumMs }: RequestSeries) {
  let count = 0
  const buckets = counts.map((own, i) => {
    count += own
    return [{ operation, le: BUCKETS[i] ?? '+Inf' }, count, '_bucket'] as const
  })
  return [
    ...buckets,
    [{ operation }, sumMs / 1000, '_sum'] as const,
    [{ operation }, count, '_count'] as const,
  ]
}
