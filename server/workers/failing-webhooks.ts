import { isClockBelieved } from '../actions/believe-clock.ts'
import { hasSucceeded } from '../actions/webhooks/attempt-row.ts'
import { failedTooLong, giveUpWebhook } from '../actions/webhooks/give-up-webhook.ts'
import { recordTestAttempt, testEvent } from '../actions/webhooks/send-test-event.ts'
import { webhookPosting } from '../actions/webhooks/webhook-posting.ts'
import { isOwnFailure } from '../outbound/failure.ts'
import { DAY_MS, MINUTE_MS } from '../rules/values/durations.ts'
import { PATIENCE_MS } from '../rules/webhooks/retry-schedule.ts'
import { listFailingSince } from '../storage/webhooks/webhooks.ts'
import type { World } from '../world.ts'
import { type Loop, startLoop } from './loop.ts'
import { tryEach } from './try-each.ts'

const LOOK_EVERY_MS = 10 * MINUTE_MS
const MOST_AT_ONCE = 20

type FailingWebhook = Awaited<ReturnType<typeof listFailingSince>>[number]

/**
 * Judges URLs that have failed for five days and have no delivery due within a day, which would judge them. The store
 * may have had no order since, and its server may have recovered long ago. So a test event is sent, and the URL is
 * switched off only if that fails too. If it succeeds, the next order judges, or a test event a day later. Instances
 * that look at the same moment each send one, which is harmless: it is not part of the feed, and the URL is switched
 * off once.
 */
export const startFailingWebhooks = (world: World): Loop =>
  startLoop({
    name: 'failing webhooks',
    everyMs: LOOK_EVERY_MS,
    log: world.log,
    work: () => judgeFailingWebhooks(world),
  })

/** One round; true when there may be more. */
export async function judgeFailingWebhooks(world: World): Promise<boolean> {
  if (!(await isClockBelieved(world, world.db, PATIENCE_MS))) return false
  const now = world.now()
  const failing = await listFailingSince(world.db, {
    since: now - PATIENCE_MS,
    waitsUntil: now + DAY_MS,
    testedAfter: now - DAY_MS,
    limit: MOST_AT_ONCE,
  })
  const judged = await tryEach(
    world.log,
    'A failing webhook URL could not be tested',
    failing,
    ({ id }) => ({ webhook: id }),
    (webhook) => judge(world, webhook),
  )
  return failing.length === MOST_AT_ONCE && judged.every(Boolean)
}

/** False if this machine could not make the attempt. */
async function judge(world: World, webhook: FailingWebhook): Promise<boolean> {
  const { store_id: storeId, id: webhookId, url, failing_since } = webhook
  const posting = webhookPosting(world, webhook, testEvent(world, webhook))
  const result = await world.receivers.post(posting)
  if ('failure' in result && isOwnFailure(result.failure)) return false
  await recordTestAttempt(world, webhook, { posting, result })
  if (!hasSucceeded(result))
    await world.db.transaction((tx) =>
      giveUpWebhook(tx, world, { storeId, webhookId, url }, failedTooLong(failing_since), result),
    )
  return true
}
