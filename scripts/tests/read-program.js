// Reads the program as its processes do, and ends: for those that start after it, it is compiled already.
import { beginProcess } from '../../server/begin-process.js'

beginProcess()
await import('../../server/service.ts')
await (await import('../../server/cli/commands.ts')).allCommands()
await import('../../server/storage/postgres/engine.ts')
