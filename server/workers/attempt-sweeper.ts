import { forgetOldAttempts } from '../storage/delivery-attempts.ts'
import type { World } from '../world.ts'
import { type Loop, startLoop } from './loop.ts'

const LOOK_EVERY_MS = 3_600_000
const KEPT_MS = 30 * 86_400_000

/** Forgets delivery attempts after 30 days. */
export class AttemptSweeper implements AsyncDisposable {
  readonly #loop: Loop

  constructor({ db, now, log }: World) {
    this.#loop = startLoop({
      name: 'attempts',
      everyMs: LOOK_EVERY_MS,
      log,
      work: () => forgetOldAttempts(db, now() - KEPT_MS),
    })
  }

  [Symbol.asyncDispose]() {
    return this.#loop[Symbol.asyncDispose]()
  }
}
