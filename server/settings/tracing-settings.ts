import type { Setting, Wrong } from './setting.ts'

export interface TracingSettings {
  /** Where spans are posted to. */
  url: string
  headers: Readonly<Record<string, string>>
  /** The service's name, and further attributes of it. */
  resource: Readonly<Record<string, string>>
  sampler: Sampler
}

export interface Sampler {
  /** Whether the sampling decision that a request brings along is followed. */
  followsParent: boolean
  /** The share of all other traces that is kept, from 0 to 1. */
  ratio: number
}

const SAMPLERS: Record<string, { followsParent: boolean; ratio: number | 'given' }> = {
  always_on: { followsParent: false, ratio: 1 },
  always_off: { followsParent: false, ratio: 0 },
  traceidratio: { followsParent: false, ratio: 'given' },
  parentbased_always_on: { followsParent: true, ratio: 1 },
  parentbased_always_off: { followsParent: true, ratio: 0 },
  parentbased_traceidratio: { followsParent: true, ratio: 'given' },
}

/** The settings from OpenTelemetry's usual variables; undefined if they ask for no traces. */
export function tracingSettingsOf(text: Setting, wrong: Wrong): TracingSettings | undefined {
  const base = text('OTEL_EXPORTER_OTLP_ENDPOINT')
  const own = text('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')
  const url = own ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`)
  if (!url || isSwitchedOff(text)) return undefined
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    wrong(
      `OTEL_EXPORTER_OTLP_${own ? 'TRACES_' : ''}ENDPOINT is "${own ?? base}". Use an address such as http://localhost:4318.`,
    )
  const ownProtocol = text('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL')
  const protocol = ownProtocol ?? text('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/json'
  if (!protocol.startsWith('http/'))
    wrong(
      `OTEL_EXPORTER_OTLP_${ownProtocol ? 'TRACES_' : ''}PROTOCOL is "${protocol}". Use http/json and the collector's port for HTTP, 4318.`,
    )
  const attributes = pairsOf('OTEL_RESOURCE_ATTRIBUTES', text, wrong)
  const name = text('OTEL_SERVICE_NAME') ?? attributes['service.name'] ?? 'haat'
  return {
    url,
    headers: {
      ...headersOf('OTEL_EXPORTER_OTLP_HEADERS', text, wrong),
      ...headersOf('OTEL_EXPORTER_OTLP_TRACES_HEADERS', text, wrong),
    },
    resource: { ...attributes, 'service.name': name },
    sampler: samplerOf(text, wrong),
  }
}

const isSwitchedOff = (text: Setting): boolean =>
  lowerCase(text('OTEL_SDK_DISABLED')) === 'true' || lowerCase(text('OTEL_TRACES_EXPORTER')) === 'none'

function samplerOf(text: Setting, wrong: Wrong): Sampler {
  const name = lowerCase(text('OTEL_TRACES_SAMPLER')) ?? 'parentbased_always_on'
  const sampler = SAMPLERS[name]
  if (!sampler) {
    wrong(`OTEL_TRACES_SAMPLER is "${name}". Use one of ${Object.keys(SAMPLERS).join(', ')}.`)
    return { followsParent: true, ratio: 1 }
  }
  const given = text('OTEL_TRACES_SAMPLER_ARG') ?? '1'
  const ratio = sampler.ratio === 'given' ? Number(given) : sampler.ratio
  if (!(ratio >= 0 && ratio <= 1)) wrong(`OTEL_TRACES_SAMPLER_ARG is "${given}". Use a number from 0 to 1.`)
  return { followsParent: sampler.followsParent, ratio }
}

/** OpenTelemetry reads yes and no, and names from a list, whatever the case of their letters. */
const lowerCase = (text: string | undefined) => text?.toLowerCase()

/** In lower case: two spellings of one name would both be sent. */
const headersOf = (...of: Parameters<typeof pairsOf>): Record<string, string> =>
  Object.fromEntries(Object.entries(pairsOf(...of)).map(([name, value]) => [name.toLowerCase(), value]))

/** `a=1,b=2`, with values as in a URL. */
function pairsOf(setting: string, text: Setting, wrong: Wrong): Record<string, string> {
  const pairs = (text(setting) ?? '').split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      if (value.length === 0) wrong(`${setting} holds "${pair}". Use name=value, separated by commas.`)
      return [name.trim(), decoded(value.join('=').trim())]
    }),
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
