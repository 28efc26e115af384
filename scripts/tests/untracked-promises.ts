// Loaded into every process of npm test before node:test, which follows each promise so as to say in which test an error
// arose that nobody caught. That made an await 78 times as dear (measured: a million of them). Without it such an error
// still fails the process, and one from a timer or a socket still its test.
import hooks, { type HookCallbacks } from 'node:async_hooks'

const { createHook } = hooks
Object.assign(hooks, {
  createHook: (callbacks: HookCallbacks) => createHook({ ...callbacks, trackPromises: false }),
})
