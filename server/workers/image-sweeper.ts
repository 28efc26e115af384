import { isClockBelieved } from '../actions/believe-clock.ts'
import { sweepUnknownFiles, sweepUnusedImages } from '../actions/images/sweep-images.ts'
import { MINUTE_MS } from '../rules/values/durations.ts'
import type { World } from '../world.ts'
import { type Loop, startLoop } from './loop.ts'

const ROUND_MS = 10 * MINUTE_MS
/**
 * Listing all files is slow where there are many, so it is not done in every round; still, files of a deleted store go
 * within an hour.
 */
const ROUNDS_PER_FILE_SWEEP = 5

const NOT_OURS =
  'The image store belongs to another installation, so no image is removed. "haat doctor" says what to do'

/**
 * Sweeps unused images in every round, and looks for unknown files first in the second, well after the start. Several
 * instances may sweep at once.
 */
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
        if (unknown) log.info({ removed: unknown }, 'Removed image files that the database does not know')
      }
      const removed = await sweepUnusedImages(world, stopping)
      if (removed) log.info({ removed }, 'Removed unused images')
      if (stopping.aborted) return false
      if (removed === undefined && !hasWarned) log.warn(NOT_OURS)
      hasWarned = removed === undefined
      return false
    },
  })
}
