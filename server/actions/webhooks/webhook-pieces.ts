import type { Queries } from '../../storage/engine.ts'
import {
  claimGivingUp,
  deleteSomeOfWebhook,
  failSomeDeliveries,
  listGivingUp,
  noteGivenUp,
} from '../../storage/webhooks/given-up-webhooks.ts'
import { listReplays, queueSomeOfReplay } from '../../storage/webhooks/replays.ts'
import type { World } from '../../world.ts'

/**
 * The remaining work, each piece a transaction of its own: giving up deliveries to URLs that are off or removed, and
 * queueing replays.
 */
export async function webhookPieces({ db, now }: World): Promise<Array<() => Promise<boolean | undefined>>> {
  const [leaving, replays] = await Promise.all([listGivingUp(db), listReplays(db)])
  return [
    ...leaving.map(
      ({ store_id, id }) =>
        () =>
          db.transaction((tx) => giveUpSome(tx, store_id, id)),
    ),
    ...replays.map((replay) => () => db.transaction((tx) => queueSomeOfReplay(tx, replay, now()))),
  ]
}

/** True while there is more; undefined where another process is working on it. */
export async function giveUpSome(tx: Queries, storeId: string, id: string): Promise<boolean | undefined> {
  const webhook = await claimGivingUp(tx, storeId, id)
  if (!webhook) return undefined
  if (webhook.removed_at !== null) return await deleteSomeOfWebhook(tx, storeId, id)
  const more = await failSomeDeliveries(tx, storeId, id, `The URL is off: ${webhook.disabled_reason}`)
  if (!more) await noteGivenUp(tx, storeId, id)
  return more
}
