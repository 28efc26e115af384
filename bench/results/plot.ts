import type { Point, Row } from './report.ts'

interface Chart {
  title: string
  unit: string
  /** The target, drawn as a line across the bars. */
  most?: number
}

const CHARTS: Record<Point['chart'], Chart> = {
  'sizes-SQLite': { title: 'Processor time by products and orders, SQLite', unit: 'µs' },
  'sizes-PostgreSQL': { title: 'Processor time by products and orders, PostgreSQL', unit: 'µs' },
  latency: { title: '99th percentile at half load', unit: 'ms' },
  instances: { title: 'Instances on one PostgreSQL, requests a second', unit: '/s' },
  load: { title: '5,000 stores at their limits: own memory, by minute', unit: 'MB' },
  idle: { title: 'Resident memory of an idle server', unit: 'MB', most: 120 },
}

const WIDTH = 860
const COLUMN = 420
const LABELS = 120
const BAR = 13
const GAP = 9
const HEAD = 58

const STYLE = `
  :root { --ground: #fffdf9; --ink: #2b2118; --soft: #75685a; --line: #e6ddd0;
          --first: #c8a27a; --second: #b3541e; --third: #5a2a0c; --most: #2b6e4f }
  @media (prefers-color-scheme: dark) {
    :root { --ground: #1b1714; --ink: #f1e9df; --soft: #a89a8a; --line: #3a322b;
            --first: #7d6247; --second: #d9773b; --third: #f6c9a0; --most: #6cc09a } }
  text { font: 12px system-ui, sans-serif; fill: var(--ink) }
  .title { font-size: 13px; font-weight: 600 }
  .soft { fill: var(--soft); font-size: 11px }
`

/** The text of docs/benchmarks.svg: horizontal bars, two charts to a row, light or dark like the reader's system. */
export function plot(rows: Row[]): string {
  const points = rows.flatMap(({ points = [] }) => points)
  const charts = Object.entries(CHARTS)
    .map(([name, chart]) => ({ chart, points: points.filter((point) => point.chart === name) }))
    .filter((each) => each.points.length > 0)
  const bottoms = [0, 0]
  const drawn = charts.map(({ chart, points: shown }) => {
    const column = bottoms[0]! <= bottoms[1]! ? 0 : 1
    const { svg, height } = drawChart(chart, shown)
    const placed = `<g transform="translate(${column * (WIDTH - COLUMN) + 10} ${bottoms[column]! + 10})">${svg}</g>`
    bottoms[column]! += height + 22
    return placed
  })
  const height = Math.max(...bottoms) + 10
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Benchmarks">
<style>${STYLE}</style>
<rect width="${WIDTH}" height="${height}" rx="8" style="fill:var(--ground)"/>
${drawn.join('\n')}
</svg>
`
}

function drawChart({ title, unit, most }: Chart, points: Point[]): { svg: string; height: number } {
  const series = [...new Set(points.map((point) => point.series))]
  const groups = [...Map.groupBy(points, ({ group }) => group)]
  const longest = Math.max(most ?? 0, ...points.map(({ value }) => value))
  const room = COLUMN - LABELS - 75
  const across = (value: number) => Math.max(1, (room * value) / longest)
  const parts = [`<text class="title" y="14">${title}</text>`, legend(series)]
  let y = HEAD - 18
  for (const [group, bars] of groups) {
    const middle = y + (bars.length * BAR) / 2 + 4
    parts.push(`<text x="${LABELS - 8}" y="${middle}" text-anchor="end">${group}</text>`)
    for (const { series: name, value } of bars) {
      const color = colorOf(series, name)
      parts.push(
        `<rect x="${LABELS}" y="${y + 1}" width="${across(value).toFixed(1)}" height="${BAR - 2}" rx="2" style="fill:${color}"/>`,
        `<text class="soft" x="${(LABELS + across(value) + 5).toFixed(1)}" y="${y + BAR - 3}">${shown(value)} ${unit}</text>`,
      )
      y += BAR
    }
    y += GAP
  }
  if (most !== undefined) {
    const x = LABELS + across(most)
    parts.push(
      `<line x1="${x}" x2="${x}" y1="${HEAD - 24}" y2="${y}" stroke-dasharray="3 3" style="stroke:var(--most)"/>`,
      `<text class="soft" x="${x}" y="${y + 10}" text-anchor="middle">at most ${most} ${unit}</text>`,
    )
    y += 14
  }
  parts.push(
    `<line x1="${LABELS}" x2="${LABELS}" y1="${HEAD - 22}" y2="${y - 5}" style="stroke:var(--line)"/>`,
  )
  return { svg: parts.join('\n'), height: y }
}

function legend(series: string[]): string {
  if (series.length < 2) return ''
  return series
    .map((name, i) => {
      const x = LABELS + i * 95
      return `<rect x="${x}" y="22" width="9" height="9" rx="2" style="fill:${colorOf(series, name)}"/><text class="soft" x="${x + 14}" y="30">${name}</text>`
    })
    .join('\n')
}

function colorOf(series: string[], name: string): string {
  const colors = series.length < 3 ? ['--second', '--third'] : ['--first', '--second', '--third']
  return `var(${colors[series.indexOf(name) % colors.length]})`
}

const shown = (value: number): string =>
  value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en')
