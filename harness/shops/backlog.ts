import type { WebhookChoice } from '../../server/actions/webhooks/find-own-webhook.ts'
import { insertReplay, queueSomeOfReplay } from '../../server/storage/webhooks/replays.ts'
import type { World } from '../../server/world.ts'

/** Queues every event of the store for the URL, all due at once. */
export async function queueEveryEvent(
  { db, now }: Pick<World, 'db' | 'now'>,
  { storeId, webhookId }: WebhookChoice,
  at = now(),
) {
  const replay = {
    store_id: storeId,
    webhook_id: webhookId,
    reached_at: 0,
    reached_sequence: 0,
    to_at: Number.MAX_SAFE_INTEGER,
    undelivered: 0,
    due_at: at,
    step_ms: 0,
  } as const
  await db.transaction((tx) => insertReplay(tx, replay))
  while (await db.transaction((tx) => queueSomeOfReplay(tx, replay, replay.due_at)));
}
