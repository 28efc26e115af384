type Labels = Readonly<Record<string, string | number>>
export type Sample = readonly [labels: Labels, value: number]

const ESCAPES: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }

/** One metric in the text format of Prometheus, version 0.0.4. */
export function metricText(
  name: string,
  type: 'counter' | 'gauge' | 'histogram' | 'summary',
  help: string,
  samples: ReadonlyArray<Sample | readonly [labels: Labels, value: number, suffix: string]>,
): string {
  const lines = samples.map(
    ([labels, value, suffix = '']) => `${name}${suffix}${inBraces(labels)} ${value}\n`,
  )
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function inBraces(labels: Labels): string {
  const parts = Object.entries(labels).map(
    ([name, value]) => `${name}="${String(value).replace(/[\\"\n]/g, (sign) => ESCAPES[sign]!)}"`,
  )
  return parts.length > 0 ? `{${parts.join(',')}}` : ''
}
