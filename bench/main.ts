import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { benchImages } from './images.ts'
import { benchPostgresOrders, benchSqliteOrders } from './orders.ts'
import { benchPostgresReads, benchSqliteReads } from './reads.ts'
import { lineOf, type Row } from './report.ts'
import { benchPostgresWebhooks, benchSqliteWebhooks } from './webhooks.ts'
import { benchPostgresWrites, benchSqliteWrites } from './writes.ts'

/** `npm run bench` runs all; `npm run bench -- reads` those whose name holds the word, and leaves the file alone. */
const SECTIONS: Record<string, () => Promise<Row[]>> = {
  'reads-sqlite': benchSqliteReads,
  'writes-sqlite': benchSqliteWrites,
  'reads-postgres': benchPostgresReads,
  'writes-postgres': benchPostgresWrites,
  'webhooks-sqlite': benchSqliteWebhooks,
  'webhooks-postgres': benchPostgresWebhooks,
  'orders-sqlite': benchSqliteOrders,
  'orders-postgres': benchPostgresOrders,
  images: benchImages,
}

const wanted = process.argv[2] ?? ''
const rows: Row[] = []
for (const [name, run] of Object.entries(SECTIONS)) {
  if (!name.includes(wanted)) continue
  console.log(`\n${name}`)
  for (const row of await run().catch((error: Error) => [notMeasured(name, error)])) {
    console.log(`  ${lineOf(row)}`)
    rows.push(row)
  }
  // After each section: a run that is cut short keeps what it has measured.
  if (wanted === '') writeFileSync(new URL('../docs/benchmarks.md', import.meta.url), page(rows))
}

/** One section that fails must not cost the others their figures. */
function notMeasured(section: string, { message }: Error): Row {
  process.exitCode = 1
  return { what: section, figures: `not measured: ${message}` }
}

function page(all: Row[]): string {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`
  return `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}, on ${machine}, Node ${process.versions.node}.
What is compared ran side by side in one run; ratios are medians of at least three runs.

| What | Ratio | Against | Target | Figures |
|---|---|---|---|---|
${all.map(tableRow).join('\n')}
`
}

function tableRow({ what, ratio, against, target, met, figures }: Row): string {
  const aim = target ? `${target}, ${met ? 'met' : '**missed**'}` : ''
  return `| ${[what, ratio?.toFixed(2) ?? '', against ?? '', aim, figures].join(' | ')} |`
}
