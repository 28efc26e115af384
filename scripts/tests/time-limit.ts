// Loaded into every process of npm test: a process that hangs, or keeps a handle open, must not hold up the run. The
// limit applies from one test's end to the next, not to the whole process, so that a slow machine does not fail it.
import { afterEach } from 'node:test'

const LIMIT_MS = 600_000 // more than any single test takes

const limit = setTimeout(() => {
  console.error(`No test has ended for ${LIMIT_MS / 1000} seconds: one hangs, or something was left open:`)
  console.error(process.getActiveResourcesInfo().join(', '))
  process.exit(1)
}, LIMIT_MS).unref()
afterEach(() => void limit.refresh())
