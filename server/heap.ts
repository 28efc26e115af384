import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * A collection of young objects takes a third of a millisecond. Calling other threads to it costs more than they do,
 * most of all where they have to wait for a core while everything stands still.
 */
export const collectYoungAlone = () => setFlagsFromString('--no-parallel-scavenge')

/**
 * Gives back what the start has left behind. V8 collects when memory is asked for, so a server that nobody calls would
 * keep it resident.
 */
export function compactHeap() {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  collect({ type: 'major', flavor: 'last-resort' })
}
