import { refuse } from '#contract/errors.ts'
import { DAY_MS } from '../rules/values/durations.ts'
import type { Queries } from '../storage/engine.ts'
import {
  claimIdempotencyKey,
  type IdempotencyKey,
  lockIdempotencyKey,
  rewriteIdempotencyKey,
} from '../storage/idempotency-keys.ts'
import type { World } from '../world.ts'
import { isClockBelieved } from './believe-clock.ts'

/** How long the answer to a marked request is kept. */
export const ANSWERS_KEPT_MS = DAY_MS

/** The request that a client marked with an Idempotency-Key. */
export interface Once extends IdempotencyKey {
  body_hash: string
}

/**
 * Does the work and stores its answer, in one transaction; the same request within a day gets the stored answer. A
 * failure stores nothing, so the request may be retried under the same key.
 */
export async function onceOnly<Answer>(
  world: World,
  tx: Queries,
  once: Once | undefined,
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; replayed: boolean }> {
  if (!once) return { answer: await work(), replayed: false }
  const now = world.now()
  const kept = await claimOrLock(tx, once, now)
  if (kept && !(await isOld(world, tx, kept.created_at))) {
    if (kept.body_hash !== once.body_hash) throw refuse('idempotency_key_reused')
    return { answer: JSON.parse(kept.answer), replayed: true }
  }
  const answer = await work()
  await rewriteIdempotencyKey(tx, { ...once, answer: JSON.stringify(answer), created_at: now })
  return { answer, replayed: false }
}

/** While the clock may be ahead no answer counts as old: its client may be retrying a request of a moment ago. */
const isOld = async (world: World, tx: Queries, createdAt: number) =>
  createdAt <= world.now() - ANSWERS_KEPT_MS && (await isClockBelieved(world, tx))

/**
 * Locks the key and finds the answer stored under it. The cleaner may delete an old one between the two statements;
 * then the loop claims the key again.
 */
async function claimOrLock(tx: Queries, once: Once, now: number) {
  while (!(await claimIdempotencyKey(tx, { ...once, answer: '', created_at: now }))) {
    const kept = await lockIdempotencyKey(tx, once)
    if (kept) return kept
  }
  return undefined
}
