import { keepCompiledCode } from './compiled-code.ts'

keepCompiledCode()
await import('./service.ts')
