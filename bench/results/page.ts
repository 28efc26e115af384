import { cpus, totalmem } from 'node:os'
import type { Row } from './report.ts'

/** What was measured last of a section, when and on what. */
interface KeptSection {
  date: string
  machine: string
  rows: Row[]
}

export type Kept = Record<string, KeptSection>

export const thisMachine = (): string =>
  `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}, Node ${process.versions.node}`

/** docs/benchmarks.md: a table for each day and machine, most often one. */
export function page(sections: KeptSection[]): string {
  const runs = Map.groupBy(sections, ({ date, machine }) => `${date}, on ${machine}`)
  const tables = [...runs].map(([run, parts]) => `Measured on ${run}:\n\n${tableOf(parts)}`)
  return `# Benchmarks

Written by \`npm run bench\`. What is compared ran side by side in one run, on one machine that also ran the clients and the
database; ratios are medians of at least three runs. [How each was measured](#how-it-was-measured) stands below.

![Cost by size, latency at half load, two instances against one, memory](benchmarks.svg)

${tables.join('\n')}
${METHOD}`
}

const METHOD = `## How it was measured

- "At half load" means at half of the requests a second that the server takes of that operation; each connection has its
  times to ask, and what falls due while it still waits for an answer counts from then. So do the reads beside pictures.
- "Own memory" leaves out mapped files, such as the pages of SQLite's file that were read.
- "The same row written bare" is one durable statement through the same driver, no HTTP and no rule in front: the insert of
  the same product with all its columns, the update of the same product's or order's row, in the same tables with all their
  indexes; on PostgreSQL on as many connections as the clients of ours, on SQLite one after the other, as it has one writer.
- Reads and writes, at half load and by two instances too, are measured after 50,000 requests of the kind to each process,
  bare reads too, when V8 has compiled what they pass through; fresh, ours cost up to twice as much.
- Pictures are sent three times, to a server of its own each: twice, others each time, and the second time counts; the reads
  beside them are compared with those before the first, when the server did nothing else.
- "Stores in turn" are visited by 32 sellers at once, as fast as the server answers: each visit calls all six operations, and
  one of them until it is refused with 429; the next store's visit, and the same store's next one, is for another operation.
- Sizes on SQLite are compared with their files held in the machine's memory, since this one takes away what was not used for
  minutes: a large file was then read from the disk, and a small one was not.
- "Products … in a store of 100,000" are pages of the dashboard's table with four rows each, so that the small store can fill
  them too.
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
