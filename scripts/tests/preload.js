// Loaded into every process of npm test and every thread that a test starts there. Threads run no tests, so they skip
// these modules: loading them took longer than everything else that such a thread loads.
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  await import('./find-files-at-once.js')
  await import('./untracked-promises.ts')
  await import('./time-limit.ts')
  await import('./without-colours.js')
}
