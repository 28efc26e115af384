import { DashboardError, wrongField } from '#contract/dashboard/errors.ts'
import { Refused } from '../actions/refused.ts'
import type { Queries } from '../storage/engine.ts'
import { countActiveOrders, sumRefundsDue } from '../storage/overview.ts'
import { findStore, lockStore, deleteStore as remove } from '../storage/stores.ts'
import type { World } from '../world.ts'

/** The store and all that is its own: products, orders, webhooks, members. Pictures go with the next sweep. */
export async function deleteStore(
  world: World,
  { storeId, typedName }: { storeId: string; typedName: string },
): Promise<void> {
  await world.db.transaction(async (tx) => {
    if (!(await lockStore(tx, storeId))) throw new DashboardError('store_not_found')
    const store = await findStore(tx, storeId)
    if (store?.name !== typedName.trim()) throw wrongField('name', "Type the store's name as it is written")
    const obstacle = await obstacleTo(tx, storeId)
    if (obstacle) throw new Refused(obstacle)
    await remove(tx, storeId)
  })
  world.log.warn({ storeId }, 'A store was deleted by its owner')
}

async function obstacleTo(tx: Queries, storeId: string): Promise<string | undefined> {
  const active = await countActiveOrders(tx, storeId)
  if (active > 0) {
    return `${active} ${active === 1 ? 'order is' : 'orders are'} still active. Deliver or cancel them first.`
  }
  const { count } = await sumRefundsDue(tx, storeId)
  if (count > 0) return `${count} ${count === 1 ? 'payment waits' : 'payments wait'} for a refund.`
  return undefined
}
