import { examine } from '../../operations/doctor/examine.ts'
import type { Finding, State } from '../../operations/doctor/finding.ts'
import type { Command, Outcome } from '../command.ts'

const WORDS: Record<State, string> = { ok: 'ok', warning: 'look', broken: 'BROKEN' }

export const doctor: Command = {
  name: 'doctor',
  summary:
    'Checks settings, database, Redis, mail, disk, pictures, clock, certificate and open files: a line each, with the fix.',
  options: {},
  judgesStart: true,
  runUnopened: async ({ config }) => outcomeOf(await examine(config)),
  onWrongSettings: (problems) =>
    outcomeOf(problems.map((says) => ({ subject: 'settings', state: 'broken', says }))),
}

function outcomeOf(findings: Finding[]): Outcome {
  const isOk = findings.every(({ state }) => state !== 'broken')
  return {
    json: { ok: isOk, findings },
    text: findings.map(lineOf).join('\n'),
    failed: !isOk,
  }
}

function lineOf({ subject, state, says, fix }: Finding): string {
  return `${WORDS[state].padEnd(8)}${subject.padEnd(13)}${fix ? `${says}. ${fix}` : says}`
}
