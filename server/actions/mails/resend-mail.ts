import { requeueMail } from '../../storage/mails/mails.ts'
import type { World } from '../../world.ts'
import type { Note } from '../note.ts'
import { Refused } from '../refused.ts'

/** Sends a mail that the customer was owed once more. */
export async function resendMail(
  { db, now }: World,
  { storeId, orderId, kind }: { storeId: string; orderId: string; kind: string },
  note?: Note<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await requeueMail(tx, { store_id: storeId, order_id: orderId, kind, at: now() }))) {
      throw new Refused('There is no such mail, or it is on its way already')
    }
    await note?.(tx)
  })
}
