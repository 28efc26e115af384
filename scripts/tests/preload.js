// Loaded into every process of npm test, and into every thread that a test starts there: those run no tests, and reading
// what is meant for them took longer than all else that such a thread reads.
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  await import('./find-files-at-once.js')
  await import('./untracked-promises.ts')
  await import('./time-limit.ts')
  await import('./without-colours.js')
}
