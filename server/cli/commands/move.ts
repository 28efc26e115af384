import { moveToPostgres } from '../../operations/move.ts'
import type { Command } from '../command.ts'
import { counted, dataIn, otherWords } from '../data-words.ts'

export const move: Command = {
  name: 'move',
  summary: 'Moves the data of a stopped service from SQLite to an empty PostgreSQL.',
  options: { to: { value: 'URL', help: 'postgres://user:password@host:5432/name', required: true } },
  async runUnopened({ config, required, progress }) {
    const moved = await moveToPostgres(config, required('to'), Date.now, progress)
    const secret = moved.secretFile
      ? `HAAT_SECRET to what is in ${moved.secretFile}`
      : 'HAAT_SECRET as it is now'
    return {
      json: { ...dataIn(moved), left_at: moved.leftAt },
      text: [
        moved.earlier
          ? `An earlier move had copied ${counted(moved)} and read them back; this one has finished it.`
          : `Moved ${counted(moved)}; read back, every row is identical.`,
        ...otherWords(moved, 'were not moved'),
        `Before the next start set DATABASE_URL to that address and ${secret}, on every instance.`,
        config.imageStore.kind === 'disk'
          ? `Images stay in ${config.imageStore.folder}. Instances on other machines need IMAGE_STORE.`
          : 'Images stay where IMAGE_STORE says.',
        `The old database is kept as ${moved.leftAt}. Remove it when all is well.`,
      ].join('\n'),
    }
  },
}
