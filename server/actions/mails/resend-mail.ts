import { isErased } from '#contract/erased-customer.ts'
import { refuse } from '#contract/errors.ts'
import { WITHHELD } from '../../rules/mails/mail-failure.ts'
import { requeueMail } from '../../storage/mails/mails.ts'
import { lockOrder } from '../../storage/orders/orders.ts'
import type { World } from '../../world.ts'
import type { Note } from '../note.ts'
import { Refused } from '../refused.ts'

/** Queues a mail of an order once more. */
export async function resendMail(
  { db, now }: World,
  { storeId, orderId, kind }: { storeId: string; orderId: string; kind: string },
  note?: Note<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, storeId, orderId)
    if (!order) throw refuse('order_not_found')
    if (isErased(order.customer_email)) throw new Refused(`${WITHHELD.erased}, so nobody is left to write to`)
    if (!(await requeueMail(tx, { store_id: storeId, order_id: orderId, kind, at: now() }))) {
      throw new Refused('There is no such mail, or it is on its way already')
    }
    await note?.(tx)
  })
}
