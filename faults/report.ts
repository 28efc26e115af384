import { cpus, totalmem } from 'node:os'
import type { Fault, Finding } from './fault.ts'

export interface Row {
  fault: Fault
  finding: Finding
  /** The day on which it was brought about, such as 2026-11-17. */
  date: string
}

const milliseconds = (ms: number | undefined) => (ms === undefined ? '' : `${ms} ms`)

const lostWords = ({ runs, problems }: Finding) => {
  if (problems.length > 0) return `**${problems.length}**`
  return runs === 0 ? '' : 'nothing'
}

/** For the terminal, with whatever went wrong. */
export const rowText = ({ finding }: Row): string =>
  [
    `${finding.runs} times, ${finding.acknowledged} writes acknowledged, lost: ${lostWords(finding) || 'not tried'}`,
    ...(finding.refusedWithinMs === undefined ? [] : [`503 within ${finding.refusedWithinMs} ms`]),
    ...(finding.recoveredWithinMs === undefined ? [] : [`recovered within ${finding.recoveredWithinMs} ms`]),
    ...(finding.notes ? [finding.notes] : []),
    ...finding.problems.slice(0, 20).map((problem) => `! ${problem}`),
  ].join('\n  ')

/** The page with these rows in the place of what it said of the same faults before, in the order of the table. */
export function page(before: string, faults: readonly Fault[], rows: readonly Row[]): string {
  const lines = new Map(before.split('\n').map((line) => [line.split(' | ')[0]!, line]))
  for (const row of rows) lines.set(`| ${row.fault.what}`, tableRow(row))
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`
  return `# Faults

Written by \`npm run faults\`, last on ${machine}, Node ${process.versions.node}. Each fault was
brought about for real on the day in its row, mostly under load: sellers who create and edit products with idempotency
keys and images, customers who go through checkout and payment, changes of status, webhooks to a real HTTPS server,
mails to a real SMTP server. Whatever was not answered was sent again, as clients do. Afterwards all that had been
acknowledged was looked for, products, orders, deliveries and mails were counted, and every invariant of \`haat verify\`
was checked.

"503" is the longest that anybody waited for a refusal while it went on, "recovery" the time from its end until every
instance answered as before.

| Fault | Date | Times | Acknowledged writes | Lost | 503 | Recovery | Seen |
|---|---|---|---|---|---|---|---|
${faults.flatMap(({ what }) => lines.get(`| ${what}`) ?? []).join('\n')}
`
}

function tableRow({ fault, finding, date }: Row): string {
  const { runs, acknowledged, refusedWithinMs, recoveredWithinMs, notes = '', problems } = finding
  const cells = [
    fault.what,
    date,
    runs === 0 ? 'not tried' : runs,
    acknowledged || '',
    lostWords(finding),
    milliseconds(refusedWithinMs),
    milliseconds(recoveredWithinMs),
    [...problems.slice(0, 3), notes].filter(Boolean).join('; ').replaceAll('|', '/').replaceAll('\n', ' '),
  ]
  return `| ${cells.join(' | ')} |`
}
