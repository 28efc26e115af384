import { countReplay, queueReplay, type ReplayChoice } from '../storage/replays.ts'
import type { World } from '../world.ts'
import { findOwnWebhook, type WebhookChoice } from './find-own-webhook.ts'
import { Refused } from './refused.ts'

const DEFAULT_RATE = 10
const MOST_RATE = 100

/** Sends one event to a URL again, or for the first time if the URL came later. */
export async function replayDelivery(
  world: World,
  choice: WebhookChoice & { sequence: number },
): Promise<void> {
  await requireEnabled(world, choice)
  const queued = await world.db.transaction((tx) => queueReplay(tx, choice, world.now(), 0))
  if (queued === 0) throw new Refused('There is no such event, or it is on its way already')
  world.signals.raise('deliveries')
}

export interface ReplayRange extends WebhookChoice {
  from: number
  to: number
  /** Leave out what the URL has confirmed. */
  undelivered?: boolean | undefined
  /** Events a second. */
  rate?: number | undefined
}

/** How many events a replay would send. */
export async function countReplayRange({ db }: World, range: ReplayRange): Promise<number> {
  await findOwnWebhook(db, range)
  return await countReplay(db, chosenBy(range))
}

/** Queues the events of a time range for a URL, in order and at a bounded rate. */
export async function replayRange(world: World, range: ReplayRange): Promise<{ queued: number }> {
  await requireEnabled(world, range)
  const { rate = DEFAULT_RATE } = range
  if (!Number.isInteger(rate) || rate < 1 || rate > MOST_RATE)
    throw new Refused(`The rate must be a whole number from 1 to ${MOST_RATE} events a second`)
  const stepMs = Math.ceil(1000 / rate)
  const queued = await world.db.transaction((tx) => queueReplay(tx, chosenBy(range), world.now(), stepMs))
  world.signals.raise('deliveries')
  return { queued }
}

async function requireEnabled({ db }: World, choice: WebhookChoice) {
  const { enabled } = await findOwnWebhook(db, choice)
  if (!enabled) throw new Refused('The webhook is switched off: switch it on first')
}

function chosenBy({ storeId, webhookId, from, to, undelivered }: ReplayRange): ReplayChoice {
  if (!(from < to)) throw new Refused('The range must begin before it ends')
  return { storeId, webhookId, from, to, undelivered }
}
