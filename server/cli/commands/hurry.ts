import { hurry } from '../../actions/hurry.ts'
import { countWords } from '../../rules/values/count-words.ts'
import type { Command } from '../command.ts'

export const hurryCommand: Command = {
  name: 'hurry',
  summary: 'Retries at once what waits for a later attempt: mails, webhooks, payment checks.',
  options: {},
  async run({ world }) {
    const brought = await hurry(world)
    const { mails, letters, deliveries, payments } = brought
    const due = [
      countWords(mails + letters, 'mail'),
      countWords(deliveries, 'webhook delivery', 'webhook deliveries'),
      countWords(payments, 'payment check'),
    ]
    return { json: brought, text: `Due now: ${due.join(', ')}` }
  },
}
