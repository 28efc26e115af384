import type { Queries } from '../../storage/engine.ts'
import { holdStore } from '../../storage/stores/stores.ts'
import {
  countReplay,
  insertReplay,
  queueAgain,
  queueSomeOfReplay,
  type ReplayRange as Range,
} from '../../storage/webhooks/replays.ts'
import type { WebhookRow } from '../../storage/webhooks/webhook-rows.ts'
import type { World } from '../../world.ts'
import type { Note } from '../note.ts'
import { Refused } from '../refused.ts'
import { findOwnWebhook, type WebhookChoice } from './find-own-webhook.ts'

const DEFAULT_RATE = 10
const MOST_RATE = 100

/**
 * Sends one event to a URL again; at once if it waits for its next attempt; for the first time if the URL is newer than
 * the event.
 */
export async function replayDelivery(
  world: World,
  choice: WebhookChoice & { sequence: number },
  note?: Note<WebhookRow>,
): Promise<void> {
  const { storeId, webhookId, sequence } = choice
  await world.db.transaction(async (tx) => {
    const webhook = await holdEnabled(tx, choice)
    const again = { store_id: storeId, webhook_id: webhookId, sequence, at: world.now() }
    const outcome = await queueAgain(tx, again)
    if (outcome === 'missing') throw new Refused('There is no such event')
    if (outcome === 'on its way') throw new Refused('The event is on its way already')
    await note?.(tx, webhook)
  })
  world.signals.raise('deliveries')
}

export interface ReplayRange extends WebhookChoice {
  from: number
  to: number
  /** Skip events that the URL has confirmed. */
  undelivered?: boolean | undefined
  /** Events a second. */
  rate?: number | undefined
}

/** How many events a replay would send. */
export async function countReplayRange({ db, now }: World, range: ReplayRange): Promise<number> {
  await findOwnWebhook(db, range)
  return await countReplay(db, chosenBy(range), now())
}

/**
 * Queues the events of a time range for a URL, in order and at a bounded rate: some at once, and the rest in batches by
 * a worker. Returns how many there are.
 */
export async function replayRange(
  world: World,
  range: ReplayRange,
  note?: Note<WebhookRow>,
): Promise<{ queued: number }> {
  const { rate = DEFAULT_RATE } = range
  const chosen = chosenBy(range)
  if (!Number.isInteger(rate) || rate < 1 || rate > MOST_RATE)
    throw new Refused(`The rate must be a whole number from 1 to ${MOST_RATE} events a second`)
  const queued = await countReplay(world.db, chosen, world.now())
  const more = await world.db.transaction(async (tx) => {
    const webhook = await holdEnabled(tx, range)
    const replay = { ...chosen, due_at: world.now(), step_ms: Math.ceil(1000 / rate) }
    if (!(await insertReplay(tx, replay)))
      throw new Refused('The last replay of this URL is still being queued. Try again in a moment.')
    await note?.(tx, webhook)
    return await queueSomeOfReplay(tx, replay, replay.due_at)
  })
  world.signals.raise('deliveries')
  if (more) world.signals.raise('long work')
  return { queued }
}

/** Locks the store, so that the URL cannot be switched off before all is written. */
async function holdEnabled(tx: Queries, choice: WebhookChoice) {
  await holdStore(tx, choice.storeId)
  const webhook = await findOwnWebhook(tx, choice)
  if (!webhook.enabled) throw new Refused('The webhook is switched off: switch it on first')
  return webhook
}

function chosenBy({ storeId, webhookId, from, to, undelivered }: ReplayRange): Range {
  if (!(from < to)) throw new Refused('The range must begin before it ends')
  return {
    store_id: storeId,
    webhook_id: webhookId,
    reached_at: from,
    reached_sequence: 0,
    to_at: to,
    undelivered: undelivered ? 1 : 0,
  }
}
