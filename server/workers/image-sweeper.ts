import { sweepUnknownFiles, sweepUnusedImages } from '../actions/sweep-images.ts'
import type { World } from '../world.ts'

const MINUTE_MS = 60_000
const ROUND_MS = 10 * MINUTE_MS
/** Looking through all files takes long where there are many; still, what a deleted store left goes within an hour. */
const ROUNDS_PER_FILE_SWEEP = 5

/** Sweeps from time to time. Several instances may do so at once. */
export class ImageSweeper implements AsyncDisposable {
  readonly #world: World
  readonly #timer: NodeJS.Timeout
  readonly #stopping = new AbortController()
  #rounds = 0
  #round: Promise<void> = Promise.resolve()

  constructor(world: World) {
    this.#world = world
    this.#timer = setInterval(() => this.#begin(), ROUND_MS)
    this.#timer.unref()
  }

  #begin() {
    this.#round = this.#round.then(() => this.#sweep())
  }

  async #sweep() {
    const { log } = this.#world
    const { signal } = this.#stopping
    if (signal.aborted) return
    try {
      if (this.#rounds++ % ROUNDS_PER_FILE_SWEEP === 0) {
        const unknown = await sweepUnknownFiles(this.#world, signal)
        if (unknown > 0) log.info({ removed: unknown }, 'Removed files of images that nobody can use')
      }
      const removed = await sweepUnusedImages(this.#world, signal)
      if (removed > 0) log.info({ removed }, 'Removed images that nothing used')
    } catch (error) {
      log.warn({ err: error }, 'Images could not be swept; the next round will try again')
    }
  }

  async [Symbol.asyncDispose]() {
    clearInterval(this.#timer)
    this.#stopping.abort()
    await this.#round
  }
}
