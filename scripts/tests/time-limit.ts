// Loaded into every process of npm test: one that hangs, or that left something open, must not hold up the run. It has so
// long from one test to the next, and not for all of them: a slow machine is no reason to fail.
import { afterEach } from 'node:test'

const LIMIT_MS = 600_000 // more than any test has

const limit = setTimeout(() => {
  console.error(`No test has ended for ${LIMIT_MS / 1000} seconds: one hangs, or something was left open:`)
  console.error(process.getActiveResourcesInfo().join(', '))
  process.exit(1)
}, LIMIT_MS).unref()
afterEach(() => void limit.refresh())
