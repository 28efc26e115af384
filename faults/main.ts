// npm run faults: produces every fault of the table. `npm run faults -- redis`: only those whose name contains the
// word; the other rows of docs/faults.md stay unchanged.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { trustReceivers } from '../harness/servers/receiver.ts'
import { type Fault, type Finding, NotPossible } from './fault.ts'
import { page, type Row, rowText } from './report.ts'
import { clockFaults } from './table/clock.ts'
import { connectionFaults } from './table/connections.ts'
import { databaseFaults } from './table/database.ts'
import { diskFaults } from './table/disk.ts'
import { embeddedFaults } from './table/embedded.ts'
import { killPoints } from './table/kill-points.ts'
import { processFaults } from './table/processes.ts'
import { redisFaults } from './table/redis.ts'
import { restoreFaults } from './table/restore.ts'
import { upgradeFaults } from './table/upgrade.ts'

const FAULTS: readonly Fault[] = [
  ...processFaults,
  ...embeddedFaults,
  ...connectionFaults,
  ...databaseFaults,
  ...redisFaults,
  ...upgradeFaults,
  ...diskFaults,
  ...clockFaults,
  ...killPoints,
  ...restoreFaults,
]

const PAGE = new URL('../docs/faults.md', import.meta.url)
const before = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''

trustReceivers()
const words = process.argv.slice(2)
const unknown = words.filter((word) => !FAULTS.some(({ name }) => name.includes(word)))
if (unknown.length > 0) {
  const names = FAULTS.map(({ name }) => name).join(', ')
  console.error(`No fault's name holds "${unknown.join('" or "')}". There are: ${names}`)
  process.exit(1)
}
const chosen =
  words.length === 0 ? FAULTS : FAULTS.filter(({ name }) => words.some((word) => name.includes(word)))
const rows: Row[] = []
for (const fault of chosen) {
  console.log(`\n${fault.name}: ${fault.what}`)
  const row = { fault, finding: await findingOf(fault), date: new Date().toISOString().slice(0, 10) }
  rows.push(row)
  console.log(`  ${rowText(row)}`)
  // Written after each fault, so that an aborted run keeps its results.
  writeFileSync(PAGE, page(before, FAULTS, rows))
}
const failed = rows.filter(({ finding }) => finding.problems.length > 0)
console.log(
  failed.length === 0
    ? '\nNothing was lost.'
    : `\nNot as promised: ${failed.map(({ fault }) => fault.name).join(', ')}`,
)
process.exit(failed.length === 0 ? 0 : 1)

async function findingOf(fault: Fault): Promise<Finding> {
  try {
    return await fault.run()
  } catch (error) {
    if (error instanceof NotPossible) return { runs: 0, acknowledged: 0, problems: [], notes: error.message }
    return { runs: 0, acknowledged: 0, problems: [String((error as Error).stack)] }
  }
}
