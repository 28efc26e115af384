import { finishRefundTask } from '../../storage/payments/refund-list.ts'
import type { World } from '../../world.ts'
import type { Note } from '../note.ts'

interface Refund {
  storeId: string
  paymentId: string
}

/** Marks a refund as paid back by the seller. False if there is no such task, or it is done. */
export const finishRefund = (
  { db, now }: World,
  { storeId, paymentId }: Refund,
  note?: Note<{ amountPaise: number }>,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const amountPaise = await finishRefundTask(tx, storeId, paymentId, now())
    if (amountPaise === undefined) return false
    await note?.(tx, { amountPaise })
    return true
  })
