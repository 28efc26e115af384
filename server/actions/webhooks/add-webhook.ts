import { MOST_WEBHOOKS } from '#contract/dashboard/webhooks.ts'
import { makeWebhookSecret } from '#contract/signature.ts'
import { checkWebhookUrl } from '../../rules/webhooks/webhook-url.ts'
import { holdStore } from '../../storage/stores/stores.ts'
import { insertWebhook, listWebhooks } from '../../storage/webhooks/webhooks.ts'
import type { World } from '../../world.ts'
import type { Note } from '../note.ts'
import { noSuchStore, Refused } from '../refused.ts'

/** Adds a URL, to which all events from now on are delivered too. */
export async function addWebhook(
  world: World,
  { storeId, url: given }: { storeId: string; url: string },
  note?: Note<{ url: string }>,
): Promise<{ webhook_id: string; secret: string; url: string }> {
  const checked = checkWebhookUrl(given, world.receivers.allowedNetworks)
  if ('problem' in checked) throw new Refused(checked.problem)
  const { url } = checked
  const id = world.newId()
  const secret = makeWebhookSecret()
  await world.db.transaction(async (tx) => {
    if (!(await holdStore(tx, storeId))) throw noSuchStore()
    const present = await listWebhooks(tx, storeId)
    if (present.some((each) => each.url === url)) throw new Refused('The store has this webhook URL already')
    if (present.length >= MOST_WEBHOOKS)
      throw new Refused(`A store can have at most ${MOST_WEBHOOKS} webhook URLs`)
    const sealed = world.vault.seal(secret)
    await insertWebhook(tx, { store_id: storeId, id, url, created_at: world.now(), secret: sealed })
    await note?.(tx, { url })
  })
  return { webhook_id: id, secret, url }
}
