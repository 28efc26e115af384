// Loaded into every process of npm test: one that hangs, or that left something open, must not hold up the run.
const LIMIT_MS = 600_000

setTimeout(() => {
  console.error(
    `These tests still run after ${LIMIT_MS / 1000} seconds: a test hangs, or something was left open:`,
  )
  console.error(process.getActiveResourcesInfo().join(', '))
  process.exit(1)
}, LIMIT_MS).unref()
