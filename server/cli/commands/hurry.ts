import { hurry } from '../../actions/hurry.ts'
import type { Command } from '../command.ts'

export const hurryCommand: Command = {
  name: 'hurry',
  summary: 'Retries at once what waits for a later attempt: mails, webhooks, payment checks.',
  options: {},
  async run({ world }) {
    const brought = await hurry(world)
    const { mails, letters, deliveries, payments } = brought
    return {
      json: brought,
      text: `Due now: ${mails + letters} mails, ${deliveries} webhook deliveries, ${payments} payment checks`,
    }
  },
}
