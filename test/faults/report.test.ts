import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fault } from '../../faults/fault.ts'
import { page } from '../../faults/report.ts'

const finding = { runs: 1, acknowledged: 0, problems: [] }
const fault = (what: string): Fault => ({ name: what, what, run: async () => finding })
const faults = [fault('a fire'), fault('a flood'), fault('a storm')]
const [fire, flood, storm] = faults as [Fault, Fault, Fault]

test('each fault keeps the day of its last run', () => {
  const first = page('', faults, [
    { fault: flood, finding, date: '2026-11-15' },
    { fault: storm, finding, date: '2026-11-15' },
  ])
  const second = page(first, faults, [
    { fault: storm, finding, date: '2026-11-17' },
    { fault: fire, finding, date: '2026-11-17' },
  ])
  const rows = second.split('\n').filter((line) => line.startsWith('| a '))
  assert.deepEqual(
    rows.map((row) => row.split(' | ').slice(0, 2)),
    [
      ['| a fire', '2026-11-17'],
      ['| a flood', '2026-11-15'],
      ['| a storm', '2026-11-17'],
    ],
  )
})
