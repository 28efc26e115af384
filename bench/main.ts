// npm run bench: runs all sections but the long ones and saves the results. `npm run bench -- sizes idle`: those whose
// name contains one of the words, and saves only with `--keep`. `--trial` makes the slowest sections small.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Kept, page, thisMachine } from './results/page.ts'
import { plot } from './results/plot.ts'
import { lineOf, type Row } from './results/report.ts'
import { benchIdle } from './sections/idle.ts'
import { benchImages } from './sections/images.ts'
import { benchInstances } from './sections/instances.ts'
import { benchPostgresLatency, benchSqliteLatency } from './sections/latency.ts'
import { benchPostgresLists, benchSqliteLists } from './sections/lists.ts'
import { benchPostgresLoad, benchSqliteLoad } from './sections/long-load.ts'
import { benchPostgresLongWork, benchSqliteLongWork } from './sections/long-work.ts'
import { benchPostgresOrders, benchSqliteOrders } from './sections/orders.ts'
import { benchPostgresReads, benchSqliteReads } from './sections/reads.ts'
import { benchPostgresSizes, benchSqliteSizes } from './sections/sizes.ts'
import { benchPostgresWebhooks, benchSqliteWebhooks } from './sections/webhooks.ts'
import { benchPostgresWrites, benchSqliteWrites } from './sections/writes.ts'

type Section = (trial: boolean) => Promise<Row[]>

const SECTIONS: Record<string, Section> = {
  'reads-sqlite': benchSqliteReads,
  'writes-sqlite': benchSqliteWrites,
  'reads-postgres': benchPostgresReads,
  'writes-postgres': benchPostgresWrites,
  'webhooks-sqlite': benchSqliteWebhooks,
  'webhooks-postgres': benchPostgresWebhooks,
  'orders-sqlite': benchSqliteOrders,
  'orders-postgres': benchPostgresOrders,
  images: benchImages,
  idle: benchIdle,
  'instances-postgres': benchInstances,
  'latency-sqlite': benchSqliteLatency,
  'latency-postgres': benchPostgresLatency,
  'lists-sqlite': benchSqliteLists,
  'lists-postgres': benchPostgresLists,
  'long-work-sqlite': benchSqliteLongWork,
  'long-work-postgres': benchPostgresLongWork,
  'sizes-sqlite': benchSqliteSizes,
  'sizes-postgres': benchPostgresSizes,
}

/** Five minutes each, so they run only when named: `npm run load`. */
const LONG_SECTIONS: Record<string, Section> = {
  'load-sqlite': benchSqliteLoad,
  'load-postgres': benchPostgresLoad,
}

const RESULTS = new URL('../docs/benchmarks.json', import.meta.url)

const OPTIONS = { keep: { type: 'boolean' }, trial: { type: 'boolean' } } as const

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: OPTIONS,
})
const wanted = positionals.length === 0 ? [''] : positionals
const sections = { ...SECTIONS, ...(positionals.length > 0 && LONG_SECTIONS) }
const writes = !options.trial && (options.keep || positionals.length === 0)
const order = Object.keys({ ...SECTIONS, ...LONG_SECTIONS })

const unknown = [
  ...Object.keys(options).flatMap((name) => (name in OPTIONS ? [] : `--${name}`)),
  ...wanted.filter((word) => !order.some((name) => name.includes(word))),
]
if (unknown.length > 0) {
  const words = Object.keys(OPTIONS).map((name) => `--${name}`)
  console.error(`No section's name holds "${unknown.join('" or "')}". There are: ${order.join(', ')}`)
  console.error(`The options are ${words.join(' and ')}.`)
  process.exit(1)
}

for (const [name, run] of Object.entries(sections)) {
  if (!wanted.some((word) => name.includes(word))) continue
  console.log(`\n${name}`)
  try {
    const rows = await run(options.trial === true)
    for (const row of rows) console.log(`  ${lineOf(row)}`)
    // Saved after each section, so that an aborted run keeps its results.
    if (writes) keep(name, rows)
  } catch (error) {
    // A failed section keeps its previous figures and does not stop the others.
    console.error(`  not measured: ${error}`)
    process.exitCode = 1
  }
}

/** Replaces the section's previous figures in the table and in the plot. */
function keep(name: string, rows: Row[]) {
  const kept: Kept = JSON.parse(readFileSync(RESULTS, 'utf8'))
  kept[name] = { date: new Date().toISOString().slice(0, 10), machine: thisMachine(), rows }
  const sorted = Object.fromEntries(order.filter((each) => kept[each]).map((each) => [each, kept[each]!]))
  writeFileSync(RESULTS, `${JSON.stringify(sorted, null, 2)}\n`)
  const all = Object.values(sorted)
  writeFileSync(new URL('../docs/benchmarks.md', import.meta.url), page(all))
  writeFileSync(
    new URL('../docs/benchmarks.svg', import.meta.url),
    plot(all.flatMap((section) => section.rows)),
  )
}
