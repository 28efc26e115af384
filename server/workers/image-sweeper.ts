import { isClockBelieved } from '../actions/believe-clock.ts'
import { sweepUnknownFiles, sweepUnusedImages } from '../actions/images/sweep-images.ts'
import { MINUTE_MS } from '../rules/values/durations.ts'
import type { World } from '../world.ts'
import { type Loop, startLoop } from './loop.ts'

const ROUND_MS = 10 * MINUTE_MS
/** Looking through all files takes long where there are many; still, what a deleted store left goes within an hour. */
const ROUNDS_PER_FILE_SWEEP = 5

const NOT_OURS =
  'The image store belongs to another installation, so no image is removed. "haat doctor" says what to do'

/** Sweeps from time to time, files not before a start is long over. Several instances may do so at once. */
export function startImageSweeper(world: World): Loop {
  const { log } = world
  let rounds = 0
  let hasWarned = false
  return startLoop({
    name: 'images',
    everyMs: ROUND_MS,
    log,
    async work(stopping) {
      if (!(await isClockBelieved(world, world.db))) return false
      if (rounds++ % ROUNDS_PER_FILE_SWEEP === 1) {
        const unknown = await sweepUnknownFiles(world, stopping)
        if (unknown) log.info({ removed: unknown }, 'Removed files of images that nobody can use')
      }
      const removed = await sweepUnusedImages(world, stopping)
      if (removed) log.info({ removed }, 'Removed images that nothing used')
      if (stopping.aborted) return false
      if (removed === undefined && !hasWarned) log.warn(NOT_OURS)
      hasWarned = removed === undefined
      return false
    },
  })
}
