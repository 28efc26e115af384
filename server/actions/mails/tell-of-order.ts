import { MOST_ORDER_MAILS } from '#contract/dashboard/store.ts'
import { moreOrdersLetter, newOrderLetter, type SellerLetter } from '../../mails/seller-letters.ts'
import { letterHour } from '../../rules/mails/order-letters.ts'
import type { Queries } from '../../storage/engine.ts'
import { insertOrderLetters } from '../../storage/mails/order-letters.ts'
import type { OrderRow } from '../../storage/schema.ts'
import type { SellingStore } from '../../storage/stores/stores.ts'
import type { World } from '../../world.ts'
import { sealContent } from './queue-letter.ts'

/**
 * One letter about a new order to each owner of its store, unless the store has no owners or does not want them. It is
 * the last step of the order's transaction: the statement that writes the letters also finds the owners and counts how
 * many they had.
 */
export async function tellOfOrder(
  tx: Queries,
  world: World,
  store: SellingStore,
  order: OrderRow,
): Promise<void> {
  const hour = letterHour(order.created_at)
  const hadEnough = store.placed > MOST_ORDER_MAILS && store.since === hour.from
  if (!store.tells_owners || hadEnough) return
  const about = { id: store.id, name: store.name, publicUrl: world.publicUrl }
  const said = ({ subject, content }: SellerLetter) => ({ subject, data: sealContent(world, content) })
  await insertOrderLetters(tx, {
    storeId: store.id,
    orderId: order.id,
    at: order.created_at,
    ...hour,
    most: MOST_ORDER_MAILS,
    letter: said(newOrderLetter(about, order)),
    more: said(moreOrdersLetter(about, MOST_ORDER_MAILS, hour.until)),
  })
}
