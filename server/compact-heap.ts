import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Gives back what the start has left behind. V8 collects when memory is asked for, so a server that nobody calls would
 * keep it resident.
 */
export function compactHeap() {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  collect({ type: 'major', flavor: 'last-resort' })
}
