import { setTimeout as sleep } from 'node:timers/promises'
import { categoryPieces } from '../actions/categories/rewrite-category.ts'
import { storePieces } from '../actions/stores/store-pieces.ts'
import { webhookPieces } from '../actions/webhooks/webhook-pieces.ts'
import type { World } from '../world.ts'
import { type Loop, startLoop } from './loop.ts'

const LOOK_EVERY_MS = 5000

/**
 * Does in pieces what is too long for one transaction: giving products the new name of their category, deleting the
 * data of a deleted store or webhook URL, and queueing replays. Each piece is a short transaction that continues where
 * the last one ended, so a killed process leaves nothing to repair. After each piece it rests as long as the piece
 * took, so that others can write.
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
 * Does one piece of every task, so that none waits for the others; true when there may be more. A failed piece is
 * retried in the next round. Failures are thrown once the other tasks need no more rounds.
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

/** Merges equal failures, since all fail alike when the database is away. */
function together(failures: readonly Error[]): Error {
  const unlike = [...new Map(failures.map((failure) => [failure.message, failure])).values()]
  const sentence = unlike.map(({ message }) => message).join('; ')
  return unlike.length === 1 ? unlike[0]! : new AggregateError(unlike, sentence)
}
