import { beginProcess } from './begin-process.js'

beginProcess()
const { startSmall } = await import('./heap.ts')
startSmall()
const { serve } = await import('./service.ts')
await serve()
