#!/usr/bin/env node
import { keepCompiledCode } from '../compiled-code.js'

keepCompiledCode()
await import('./command-line.ts')
