import type { OrderMailKind } from '../../mails/order-mail.ts'
import { redirectionOf, redirectMailKind } from '../../mails/redirect-mail.ts'
import { isMadeUp } from '../../rules/mails/mail-address.ts'
import type { Queries } from '../../storage/engine.ts'
import { queueMail } from '../../storage/mails/mails.ts'
import type { OrderRow } from '../../storage/schema.ts'

/**
 * Puts the mail about a change into the outbox, in the transaction of the change. Customers of trial orders get none.
 */
export async function queueOrderMail(
  tx: Queries,
  order: OrderRow,
  kind: OrderMailKind,
  at: number,
): Promise<void> {
  const { store_id, id: order_id, customer_email } = order
  if (isMadeUp(customer_email)) return
  await queueMail(tx, { store_id, order_id, kind, about: null }, at)
}

/**
 * The mail about a new delivery address. Its kind contains the line of history, so that each such change has its own
 * mail.
 */
export async function queueRedirectMail(
  tx: Queries,
  { before, after, line, at }: { before: OrderRow; after: OrderRow; line: number; at: number },
): Promise<void> {
  const { store_id, id: order_id, customer_email } = after
  if (isMadeUp(customer_email)) return
  const about = JSON.stringify(redirectionOf(before, after))
  await queueMail(tx, { store_id, order_id, kind: redirectMailKind(line), about }, at)
}
