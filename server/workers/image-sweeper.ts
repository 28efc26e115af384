import { sweepUnknownFiles, sweepUnusedImages } from '../actions/sweep-images.ts'
import type { World } from '../world.ts'
import { type Loop, startLoop } from './loop.ts'

const ROUND_MS = 10 * 60_000
/** Looking through all files takes long where there are many; still, what a deleted store left goes within an hour. */
const ROUNDS_PER_FILE_SWEEP = 5

/** Sweeps from time to time, files not before a start is long over. Several instances may do so at once. */
export function startImageSweeper(world: World): Loop {
  const { log } = world
  let rounds = 0
  return startLoop({
    name: 'images',
    everyMs: ROUND_MS,
    log,
    async work(stopping) {
      if (rounds++ % ROUNDS_PER_FILE_SWEEP === 1) {
        const unknown = await sweepUnknownFiles(world, stopping)
        if (unknown > 0) log.info({ removed: unknown }, 'Removed files of images that nobody can use')
      }
      const removed = await sweepUnusedImages(world, stopping)
      if (removed > 0) log.info({ removed }, 'Removed images that nothing used')
      return false
    },
  })
}
