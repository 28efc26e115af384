import { hurry } from '../../actions/hurry.ts'
import type { Command } from '../command.ts'

export const hurryCommand: Command = {
  name: 'hurry',
  summary: 'Tries at once what waits for a later try: mails, webhooks, questions about payments.',
  options: {},
  async run({ world }) {
    const brought = await hurry(world)
    const { mails, letters, deliveries, payments } = brought
    return {
      json: brought,
      text: `Due now: ${mails + letters} mails, ${deliveries} deliveries of webhooks, ${payments} questions about payments`,
    }
  },
}
