import { keepCompiledCode } from '../compiled-code.ts'

keepCompiledCode()
await import('./command-line.ts')
