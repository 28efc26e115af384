import type { Command } from '../command.ts'

export const start: Command = {
  name: 'start',
  summary: 'Runs the service until it is told to stop, as npm start does.',
  options: {
    role: {
      value: 'ROLE',
      help: 'all (the default), web: only requests, or worker: only background work, such as mails and webhooks',
    },
  },
  settings(option) {
    const role = option('role')
    return role === undefined ? {} : { HAAT_ROLE: role }
  },
}
