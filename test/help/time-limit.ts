// Loaded into every test file by npm test: a file that hangs, or that left something open, must not hold up the run.
const LIMIT_MS = 300_000

setTimeout(() => {
  console.error(
    `This file still runs after ${LIMIT_MS / 1000} seconds: a test hangs, or something was left open:`,
  )
  console.error(process.getActiveResourcesInfo().join(', '))
  process.exit(1)
}, LIMIT_MS).unref()
