import { beginProcess } from './begin-process.js'

beginProcess()
const { serve } = await import('./service.ts')
await serve()
