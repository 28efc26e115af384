// Begins as the program's processes do, to take what they have compiled: main.js NAME ARGUMENT...
import { beginProcess } from '../../../server/begin-process.js'

beginProcess()
const [name] = process.argv.splice(2, 1)
await import(`./doomed-${name}.ts`)
