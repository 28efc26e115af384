import { setTimeout as sleep } from 'node:timers/promises'
import { categoryPieces } from '../actions/categories/rewrite-category.ts'
import { storePieces } from '../actions/stores/store-pieces.ts'
import { webhookPieces } from '../actions/webhooks/webhook-pieces.ts'
import type { World } from '../world.ts'
import { type Loop, startLoop } from './loop.ts'

const LOOK_EVERY_MS = 5000

/**
 * Carries out, a piece at a time, what is too long for one transaction: giving products the new name of their category,
 * deleting what a deleted store or webhook URL had, and queueing replays. Each piece is a short transaction that begins
 * where the last one ended, so a killed process leaves nothing to mend. After each it rests for as long as the piece
 * took: others write meanwhile.
 */
export function startLongWork(world: World): AsyncDisposable {
  const loop: Loop = startLoop({
    name: 'long work',
    everyMs: LOOK_EVERY_MS,
    log: world.log,
    work: (stopping) => doPieces(world, stopping),
  })
  const signal = world.signals.on('long work', () => loop.wake())
  return {
    async [Symbol.asyncDispose]() {
      signal[Symbol.dispose]()
      await loop[Symbol.asyncDispose]()
    },
  }
}

/**
 * One piece of everything that is under way, so that none waits for the others; true when there may be more. What fails
 * is tried again with the next round, and told of once the others need no more rounds.
 */
export async function doPieces(world: World, stopping?: AbortSignal): Promise<boolean> {
  let hasMore = false
  const failures: Error[] = []
  const lists = await Promise.all([categoryPieces(world), storePieces(world), webhookPieces(world)])
  for (const piece of lists.flat()) {
    if (stopping?.aborted) return false
    const began = performance.now()
    try {
      hasMore = ((await piece()) ?? false) || hasMore
    } catch (error) {
      failures.push(error as Error)
    }
    await sleep(performance.now() - began, undefined, stopping && { signal: stopping }).catch(() => {})
  }
  if (failures.length > 0 && !hasMore) throw together(failures)
  return hasMore
}

/** Those that failed alike, as all do where the database is away, are told of once. */
function together(failures: readonly Error[]): Error {
  const unlike = [...new Map(failures.map((failure) => [failure.message, failure])).values()]
  const sentence = unlike.map(({ message }) => message).join('; ')
  return unlike.length === 1 ? unlike[0]! : new AggregateError(unlike, sentence)
}
