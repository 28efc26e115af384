import { pendingMigrations } from '../../storage/migrate.ts'
import type { Command } from '../command.ts'

/** Opening the database brings it up to date; there is nothing else to do. */
export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Brings the database up to date. The service also does this when it starts.',
  options: {},
  migrates: 'any',
  async run({ world }) {
    const pending = await pendingMigrations(world.db)
    return { json: { pending }, text: 'The database is up to date' }
  },
}
