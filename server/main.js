import { keepCompiledCode } from './compiled-code.js'

keepCompiledCode()
const { serve } = await import('./service.ts')
await serve()
