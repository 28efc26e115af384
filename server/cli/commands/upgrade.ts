import { checkUpgrade } from '../../operations/check-upgrade.ts'
import type { Command } from '../command.ts'

export const upgrade: Command = {
  name: 'upgrade',
  summary: 'Says what starting this version would do to the database, and whether anything prevents it.',
  options: { check: { help: 'look only; the start itself upgrades', required: true } },
  judgesStart: true,
  async runUnopened({ config, log }) {
    const { pending, stopFor, blocks, notes } = await checkUpgrade(config, { log })
    return {
      json: { ok: blocks.length === 0, pending, stop_for: stopFor, blocks, notes },
      text: [
        ...(pending.length > 0 ? ['The next start applies:'] : []),
        ...pending.map((name) => `  ${name}${stopFor.includes(name) ? '' : ' (rolling)'}`),
        ...(pending.length === 0 && blocks.length === 0 ? ['No migration is needed'] : []),
        ...notes,
        ...blocks.map((sentence) => `BLOCKED  ${sentence}`),
        ...(blocks.length === 0 ? ['Nothing prevents the upgrade'] : []),
      ].join('\n'),
      failed: blocks.length > 0,
    }
  },
}
