import { type Verdict, verify } from '../../actions/verify.ts'
import type { Command } from '../command.ts'

const WIDTH = 12

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'Checks that the data is whole: one line for each thing that must be true. It changes nothing.',
  options: { deep: { help: 'reads every picture as well, to find one whose content has changed' } },
  migrates: 'none',
  async run({ world, print, isGiven }) {
    const verdicts: Verdict[] = []
    for await (const verdict of verify(world, { deep: isGiven('deep') })) {
      verdicts.push(verdict)
      for (const line of linesOf(verdict)) print(line)
    }
    const broken = verdicts.filter(({ count }) => count > 0)
    return {
      json: { ok: broken.length === 0, invariants: verdicts },
      text:
        broken.length === 0
          ? 'All is as it should be'
          : `Broken: ${broken.map(({ name }) => name).join(', ')}`,
      failed: broken.length > 0,
    }
  },
}

export function linesOf({ name, claim, count, first }: Verdict): string[] {
  const title = name.padEnd(WIDTH)
  if (count === 0) return [`${title}ok  ${claim}`]
  return [
    `${title}${count} broken  ${claim}`,
    ...first.map(
      ({ store_id, id, problem }) => `${' '.repeat(WIDTH)}${id} of the store ${store_id}: ${problem}`,
    ),
    ...(count > first.length ? [`${' '.repeat(WIDTH)}and ${count - first.length} more`] : []),
  ]
}
