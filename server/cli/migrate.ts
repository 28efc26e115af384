import { pendingMigrations } from '../storage/migrate.ts'
import type { Command } from './command.ts'

/** Opening the database migrates it, for every command; this one does nothing else. */
export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Brings the database up to date. The service also does this when it starts.',
  options: {},
  async run({ world }) {
    const pending = await pendingMigrations(world.db)
    return { json: { pending }, text: 'The database is up to date' }
  },
}
