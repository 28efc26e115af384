#!/usr/bin/env node
import { beginProcess } from '../begin-process.js'

beginProcess()
await import('./command-line.ts')
