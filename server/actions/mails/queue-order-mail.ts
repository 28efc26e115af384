import type { OrderMailKind } from '../../mails/order-mail.ts'
import { isMadeUp } from '../../rules/mails/mail-address.ts'
import type { Queries } from '../../storage/engine.ts'
import { queueMail } from '../../storage/mails/mails.ts'
import type { OrderRow } from '../../storage/schema.ts'

/** Puts the mail about a change into the outbox, in the transaction of the change. Customers of trials are owed none. */
export async function queueOrderMail(
  tx: Queries,
  order: OrderRow,
  kind: OrderMailKind,
  at: number,
): Promise<void> {
  const { store_id, id: order_id, tracking_url, customer_email } = order
  if (!isMadeUp(customer_email)) await queueMail(tx, { store_id, order_id, kind, tracking_url }, at)
}
