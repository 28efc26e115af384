import { keepCompiledCode } from './compiled-code.ts'

keepCompiledCode()
const { serve } = await import('./service.ts')
await serve()
