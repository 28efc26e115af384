import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
export const collectGarbage: () => void = runInNewContext('gc')

/** The bytes of reachable objects, after a garbage collection. */
export function bytesInUse(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
