import type { LoadResult } from '../load/load.ts'

/** A value in the plot: its chart, its group of bars, its bar. */
export interface Point {
  chart: 'idle' | 'instances' | 'latency' | 'sizes-SQLite' | 'sizes-PostgreSQL' | 'load'
  group: string
  series: string
  value: number
}

/** One measurement: its ratio to the baseline, and the target. */
export interface Row {
  what: string
  /** The baseline: the ratio is ours to this. Omitted where a plain figure is reported. */
  against?: string
  ratio?: number
  target?: string
  met?: boolean
  /** The raw figures behind the ratio. */
  figures: string
  points?: Point[]
}

export const perSecond = (count: number): string => `${Math.round(count).toLocaleString('en')}/s`

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The smallest value that at least this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
}

/** Alternates both several times, so that other load on the machine affects both alike. */
export async function sideBySide(
  rounds: number,
  theirs: () => Promise<number>,
  ours: () => Promise<number>,
): Promise<{ ratio: number; theirs: number; ours: number }> {
  const pairs: Array<{ theirs: number; ours: number }> = []
  for (let round = 0; round < rounds; round++) pairs.push({ theirs: await theirs(), ours: await ours() })
  return {
    ratio: median(pairs.map((pair) => pair.ours / pair.theirs)),
    theirs: median(pairs.map((pair) => pair.theirs)),
    ours: median(pairs.map((pair) => pair.ours)),
  }
}

export function ratioRow(
  what: string,
  against: string,
  least: number,
  measured: { ratio: number; theirs: number; ours: number },
): Row {
  return {
    what,
    against,
    ratio: measured.ratio,
    target: `at least ${least}`,
    met: measured.ratio >= least,
    figures: `${perSecond(measured.ours)} to ${perSecond(measured.theirs)}`,
  }
}

export const lineOf = ({ what, against, ratio, target, met, figures }: Row): string =>
  [
    what,
    ratio === undefined ? '' : `${ratio.toFixed(2)}${against ? ` of ${against}` : ''}`,
    target ? `${target}: ${met ? 'met' : 'MISSED'}` : '',
    figures,
  ]
    .filter(Boolean)
    .join(' | ')

/** Returns the result; throws if the server refused a request or got none. */
export function allSucceeded(result: LoadResult): LoadResult {
  if (result.count === 0) throw new Error('There was nothing left to ask for')
  const bad = [...result.statuses].filter(([status]) => status >= 300)
  if (bad.length > 0) throw new Error(`Not every answer was a success: ${JSON.stringify(bad)}`)
  return result
}
