// Loads the program as its processes do, then exits. This fills the compile cache for the processes after it.
import { beginProcess } from '../../server/begin-process.js'

beginProcess()
await import('../../server/service.ts')
await (await import('../../server/cli/commands.ts')).allCommands()
await import('../../server/storage/postgres/engine.ts')
