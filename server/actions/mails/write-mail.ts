import { type LetterContent, type Message, SERVICE_NAME } from '../../mails/letter.ts'
import { mailHtml } from '../../mails/mail-html.ts'
import { mailText } from '../../mails/mail-text.ts'
import { isOrderMailKind, type OrderMailFacts, orderMail } from '../../mails/order-mail.ts'
import { isRedirectMail, redirectMail } from '../../mails/redirect-mail.ts'
import { withNumber } from '../../mails/with-number.ts'
import { bareAddress, isMailAddress, oneLine } from '../../rules/mails/mail-address.ts'
import { sendingOf } from '../../rules/mails/sent-before.ts'
import type { LetterRow, MailRow } from '../../storage/mails/mail-rows.ts'
import { findOrderNumber } from '../../storage/orders/order-numbers.ts'
import { findReturnOf } from '../../storage/orders/order-trail.ts'
import { findOrder } from '../../storage/orders/orders.ts'
import { findStore } from '../../storage/stores/stores.ts'
import type { World } from '../../world.ts'

/** Builds the mail for a row of the outbox; throws where it can never be written. */
export async function writeOrderMail(world: World, mail: MailRow): Promise<Message> {
  const { store_id, order_id } = mail
  const [order, number, store] = await Promise.all([
    findOrder(world.db, store_id, order_id),
    findOrderNumber(world.db, { store_id, id: order_id }),
    findStore(world.db, store_id),
  ])
  if (!order || number === undefined || !store) throw new Error(NOTHING_TO_SAY)
  const returned_at = await findReturnOf(world.db, order)
  const facts = { order: { ...order, returned_at, number }, store, publicUrl: world.publicUrl }
  return message(world, {
    ...saidBy(mail, facts),
    to: order.customer_email,
    replyTo: store.contact_email ?? undefined,
    senderName: store.sender_name || undefined,
    key: sendingOf(mail),
  })
}

const NOTHING_TO_SAY = 'There is nothing to write about'

function saidBy({ kind, about }: MailRow, facts: OrderMailFacts) {
  if (isRedirectMail(kind) && about !== null) return redirectMail(facts, JSON.parse(about))
  if (isOrderMailKind(kind)) return orderMail(kind, facts)
  throw new Error(NOTHING_TO_SAY)
}

/** `data` is cleared once a letter was sent, so a sent letter cannot be written again. */
export async function writeLetter(
  world: World,
  { id, recipient, subject, data }: LetterRow,
): Promise<Message> {
  const content: LetterContent = JSON.parse(world.vault.open(data))
  const { senderName, replyTo, order } = content
  const number = order && (await findOrderNumber(world.db, order))
  const said = number === undefined ? { subject, content } : withNumber({ subject, content }, number)
  return message(world, { ...said, to: recipient, replyTo, senderName, key: id })
}

interface Draft {
  subject: string
  content: LetterContent
  to: string
  replyTo: string | undefined
  /** The sender's name, as the store chose it. */
  senderName?: string | undefined
  key: string
}

async function message(
  { mailFrom }: World,
  { subject, content, to, replyTo, senderName, key }: Draft,
): Promise<Message> {
  if (!isMailAddress(to)) throw new Error('The address cannot be written to')
  const address = bareAddress(mailFrom)
  return {
    from: { name: oneLine(senderName ?? content.storeName ?? SERVICE_NAME), address },
    to,
    replyTo: replyTo && isMailAddress(replyTo) ? replyTo : undefined,
    subject: oneLine(subject),
    html: await mailHtml(content),
    text: mailText(content),
    messageId: `<${key}@${address.split('@').at(-1)}>`,
  }
}
