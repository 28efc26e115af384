// Starts like the program's processes, so that it shares their compile cache: main.js NAME ARGUMENT...
import { beginProcess } from '../../../server/begin-process.js'

beginProcess()
const [name] = process.argv.splice(2, 1)
await import(`./doomed-${name}.ts`)
