// Loaded into every process of npm test before node:test. node:test tracks every promise in order to attribute an
// uncaught error to its test, which makes an await 78 times as expensive (measured over a million). Without tracking,
// such an error still fails the process, and one from a timer or a socket still fails its test.
import hooks, { type HookCallbacks } from 'node:async_hooks'

const { createHook } = hooks
Object.assign(hooks, {
  createHook: (callbacks: HookCallbacks) => createHook({ ...callbacks, trackPromises: false }),
})
