import { cpus, totalmem } from 'node:os'
import type { Fault, Finding } from './fault.ts'

export interface Row {
  fault: Fault
  finding: Finding
  /** The day of the run, such as 2026-11-17. */
  date: string
}

const milliseconds = (ms: number | undefined) => (ms === undefined ? '' : `${ms} ms`)

const lostWords = ({ runs, problems }: Finding) => {
  if (problems.length > 0) return `**${problems.length}**`
  return runs === 0 ? '' : 'nothing'
}

/** For the terminal, including the problems. */
export const rowText = ({ finding }: Row): string =>
  [
    `${finding.runs} times, ${finding.acknowledged} writes acknowledged, lost: ${lostWords(finding) || 'not tried'}`,
    ...(finding.refusedWithinMs === undefined ? [] : [`503 within ${finding.refusedWithinMs} ms`]),
    ...(finding.recoveredWithinMs === undefined ? [] : [`recovered within ${finding.recoveredWithinMs} ms`]),
    ...(finding.notes ? [finding.notes] : []),
    ...finding.problems.slice(0, 20).map((problem) => `! ${problem}`),
  ].join('\n  ')

/** The page, with these rows replacing the earlier rows of the same faults, in the order of `faults`. */
export function page(before: string, faults: readonly Fault[], rows: readonly Row[]): string {
  const lines = new Map(before.split('\n').map((line) => [line.split(' | ')[0]!, line]))
  for (const row of rows) lines.set(`| ${row.fault.what}`, tableRow(row))
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`
  return `# Faults

Written by \`npm run faults\`, last on ${machine}, Node ${process.versions.node}. Each fault was
produced for real on the day in its row, mostly under load: sellers create and edit products with idempotency keys and
images, customers go through checkout and payment, orders change their status, webhooks go to a real HTTPS server and
mails to a real SMTP server. Requests without an answer were retried, as clients do. Afterwards every acknowledged write
was looked up, products, orders, deliveries and mails were counted, and every invariant of \`haat verify\` was checked.

"Times" is how often the fault was produced. "Lost" also counts what was done twice or answered wrongly. "503" is the
longest that a request waited for its refusal during the fault. "Recovery" is the time from the end of the fault until
every instance answered as before.

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
