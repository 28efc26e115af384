import assert from 'node:assert/strict'

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,(?=[a-zA-Z_])|$)/y
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (-?(?:\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|Inf)|NaN)$`)
const HELP = new RegExp(`^# HELP (${NAME}) \\S.*$`)
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram|summary)$`)

interface Metric {
  type: string
  samples: Array<{ name: string; labels: Record<string, string>; value: number }>
}

/** Parses the Prometheus text format 0.0.4 strictly: each metric once, with help and type before its samples. */
export function parseMetrics(text: string): Map<string, Metric> {
  assert.ok(text.endsWith('\n') && !text.includes('\r'))
  const metrics = new Map<string, Metric>()
  const lines = text.slice(0, -1).split('\n')
  while (lines.length > 0) {
    const [, name = ''] = HELP.exec(lines.shift()!) ?? []
    const [, typed, type = ''] = TYPE.exec(lines.shift() ?? '') ?? []
    assert.ok(name && typed === name && !metrics.has(name), `${name} ${typed}`)
    const samples: Metric['samples'] = []
    while (lines.length > 0 && !lines[0]!.startsWith('#')) samples.push(sampleOf(lines.shift()!, name, type))
    const keys = samples.map((sample) => JSON.stringify([sample.name, sample.labels]))
    assert.equal(new Set(keys).size, keys.length, `${name} has a sample twice`)
    if (type === 'histogram') checkHistogram(samples)
    metrics.set(name, { type, samples })
  }
  return metrics
}

function sampleOf(line: string, metric: string, type: string) {
  const [, name = '', inside = '', value = ''] = SAMPLE.exec(line) ?? assert.fail(`no sample: ${line}`)
  const suffix = name.slice(metric.length)
  assert.ok(name.startsWith(metric), line)
  assert.ok(type === 'histogram' ? /^_(bucket|sum|count)$/.test(suffix) : suffix === '', line)
  if (type === 'counter') assert.match(metric, /_total$/)
  assert.equal(/[{,]quantile=/.test(line), type === 'summary', line)
  const labels: Record<string, string> = {}
  LABEL.lastIndex = 0
  while (LABEL.lastIndex < inside.length) {
    const [, label = '', text = ''] = LABEL.exec(inside) ?? assert.fail(`no label: ${line}`)
    labels[label] = text
  }
  return { name, labels, value: Number(value) }
}

/** Asserts that buckets grow, and that the last one is +Inf and equals the count. */
function checkHistogram(samples: Metric['samples']) {
  const series = Object.groupBy(samples, ({ labels: { le: _, ...others } }) => JSON.stringify(others))
  for (const of of Object.values(series)) {
    const buckets = of!.filter(({ name }) => name.endsWith('_bucket'))
    const limits = buckets.map(({ labels }) => Number(labels.le!.replace('+Inf', 'Infinity')))
    const values = buckets.map(({ value }) => value)
    assert.deepEqual([limits, values], [limits.toSorted((a, b) => a - b), values.toSorted((a, b) => a - b)])
    assert.deepEqual(
      [limits.at(-1), values.at(-1)],
      [Infinity, of!.find(({ name }) => name.endsWith('_count'))?.value],
    )
    assert.ok(of!.some(({ name }) => name.endsWith('_sum')))
  }
}
