import { beginProcess } from '../../server/begin-process.js'

beginProcess()
await import('./demo.ts')
