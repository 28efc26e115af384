import { DashboardError, wrongField } from '#contract/dashboard/errors.ts'
import { TASKS_MOST } from '#contract/dashboard/overview.ts'
import { ASKED_FOR_MS } from '../../rules/payments/ask-again.ts'
import { countWords } from '../../rules/values/count-words.ts'
import { formatMinuteAfter } from '../../rules/values/format-date.ts'
import type { Queries } from '../../storage/engine.ts'
import { countActiveOrders } from '../../storage/orders/order-counts.ts'
import { countOpenProblems } from '../../storage/payments/payment-problem-list.ts'
import { sumRefundsDue } from '../../storage/payments/refund-list.ts'
import {
  lastPaymentBegun,
  lastReservationEnd,
  markStoreDeleted,
} from '../../storage/stores/store-deletion.ts'
import { findStore, lockWholeStore } from '../../storage/stores/stores.ts'
import type { World } from '../../world.ts'
import { tellOfDeletion } from '../mails/tell-of-deletion.ts'
import { Refused } from '../refused.ts'

/**
 * From the commit on the store does not exist for anybody; a worker deletes its products, orders, webhooks and the
 * rest. Pictures go with the next sweep. The obstacles are checked before any lock, so that a store in use is not
 * blocked, and again under the lock, when no customer can begin to buy.
 */
export async function deleteStore(
  world: World,
  { storeId, typedName, by }: { storeId: string; typedName: string; by: string },
): Promise<void> {
  await world.db.transaction(async (tx) => {
    const store = await findStore(tx, storeId)
    if (!store) throw new DashboardError('store_not_found')
    if (store.name !== typedName.trim()) throw wrongField('name', "Type the store's name as it is written")
    await refuseWhileInUse(tx, world, storeId)
    if (!(await lockWholeStore(tx, storeId))) throw new DashboardError('store_not_found')
    await refuseWhileInUse(tx, world, storeId)
    await tellOfDeletion(tx, world, storeId, by)
    await markStoreDeleted(tx, storeId, world.now())
  })
  world.signals.raise('long work')
  world.log.warn({ storeId }, 'A store was deleted by its owner')
}

async function refuseWhileInUse(tx: Queries, { now }: World, storeId: string) {
  const obstacle = await obstacleTo(tx, storeId, now())
  if (obstacle) throw new Refused(obstacle)
}

async function obstacleTo(tx: Queries, storeId: string, now: number): Promise<string | undefined> {
  const active = await countActiveOrders(tx, storeId)
  if (active > 0)
    return `${countWords(active, 'order is', 'orders are')} still active. Deliver or cancel them first.`
  const { count } = await sumRefundsDue(tx, storeId)
  if (count > 0) return `${paymentsWait(count)} for a refund.`
  const problems = await countOpenProblems(tx, storeId)
  if (problems > 0) return `${paymentsWait(problems)} for a look, under Refunds.`
  const until = await payableUntil(tx, storeId, now)
  return until === undefined
    ? undefined
    : `A customer may still pay for what was begun. The store can be deleted after ${formatMinuteAfter(until)}, Indian time.`
}

/**
 * A reservation lasts a quarter of an hour. A provider is asked about a payment for two days, or longer if it could not
 * be asked.
 */
async function payableUntil(tx: Queries, storeId: string, now: number): Promise<number | undefined> {
  const [held, begun] = await Promise.all([
    lastReservationEnd(tx, storeId, now),
    lastPaymentBegun(tx, storeId, now - ASKED_FOR_MS),
  ])
  if (held === undefined && begun === undefined) return undefined
  return Math.max(held ?? 0, begun === undefined ? 0 : Math.max(now, begun + ASKED_FOR_MS))
}

/** "At least 1,000 payments wait" where counting stopped. */
const paymentsWait = (count: number): string =>
  `${count >= TASKS_MOST ? 'At least ' : ''}${countWords(count, 'payment waits', 'payments wait')}`
