import { cpus, totalmem } from 'node:os'
import type { Row } from './report.ts'

/** The last results of a section, with their date and machine. */
interface KeptSection {
  date: string
  machine: string
  rows: Row[]
}

export type Kept = Record<string, KeptSection>

export const thisMachine = (): string =>
  `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}, Node ${process.versions.node}`

/** The text of docs/benchmarks.md, with a table for each day and machine. */
export function page(sections: KeptSection[]): string {
  const runs = Map.groupBy(sections, ({ date, machine }) => `${date}, on ${machine}`)
  const tables = [...runs].map(([run, parts]) => `Measured on ${run}:\n\n${tableOf(parts)}`)
  return `# Benchmarks

Written by \`npm run bench\`. Each result and its baseline ran side by side in one run, on one machine that also ran the
clients and the database. Ratios are medians of at least three runs. See [How it was measured](#how-it-was-measured).

![Cost by size, latency at half load, two instances against one, memory](benchmarks.svg)

${tables.join('\n')}
${METHOD}`
}

const METHOD = `## How it was measured

- "At half load" means at half the highest rate that the server reaches for that operation. Each connection sends on a
  fixed schedule; if a request becomes due while the connection still waits for an answer, its latency counts from the
  due time. The reads beside pictures are measured in the same way.
- "Own memory" excludes mapped files, such as the pages of SQLite's file that were read.
- "The same row written bare" is one durable statement through the same driver, without HTTP and without rules: the
  insert of the same product with all its columns, or the update of the same product's or order's row, in the same
  tables with all their indexes. PostgreSQL gets as many connections as Haat has clients in the test; SQLite has one
  writer, so its statements run one by one.
- Reads and writes, also at half load and with two instances, are measured after 50,000 requests of the same kind to
  each process, so that V8 has compiled the code; before that, a request costs up to twice as much. The bare reads
  are warmed up too.
- The pictures are measured in three rounds, each on a new server. A round sends two different sets, and the second
  one counts. The reads beside them are compared with those before the first set, when the server was otherwise idle.
- "Stores in turn" are visited by 32 sellers at once, as fast as the server answers. Each visit calls all six
  operations, and repeats one of them until it is refused with 429. Which one it repeats changes from store to store
  and from visit to visit.
- For comparisons by size, SQLite's files are kept in the page cache. This machine evicts pages that were not used for
  minutes, so a large file would otherwise be read from the disk, and a small one would not.
- "Products … in a store of 100,000" are pages of the dashboard's table with four rows each, so that a store of 100
  fills them too.
`

const tableOf = (sections: KeptSection[]): string => `| What | Ratio | Against | Target | Figures |
|---|---|---|---|---|
${sections
  .flatMap(({ rows }) => rows)
  .map(tableRow)
  .join('\n')}
`

function tableRow({ what, ratio, against, target, met, figures }: Row): string {
  const aim = target ? `${target}, ${met ? 'met' : '**missed**'}` : ''
  return `| ${[what, ratio?.toFixed(2) ?? '', against ?? '', aim, figures].join(' | ')} |`
}
