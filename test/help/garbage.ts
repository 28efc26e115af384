import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
export const collectGarbage: () => void = runInNewContext('gc')

/** The bytes of what can still be reached. */
export function bytesInUse(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
