import { setFlagsFromString } from 'node:v8'

/**
 * Lets V8's space for young objects grow with the load; until now it was kept small, see begin-process.js. It is
 * collected by one thread: that takes a third of a millisecond, and waking other threads for it costs more than they
 * save, most of all if they have to wait for a core while the whole program is paused.
 */
export function letHeapGrow() {
  setFlagsFromString('--semi-space-growth-factor=2')
  setFlagsFromString('--no-parallel-scavenge')
}
