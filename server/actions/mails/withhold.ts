import { hash } from 'node:crypto'
import { MOST_UNPAID_MAILS } from '#contract/dashboard/orders.ts'
import { DAY_MS } from '../../rules/durations.ts'
import { WITHHELD } from '../../rules/mail-failure.ts'
import { sendingOf } from '../../rules/sent-before.ts'
import { hasInvitation } from '../../storage/accounts/invitations.ts'
import { findMailLink, insertMailLink } from '../../storage/accounts/mail-links.ts'
import { findCheckout } from '../../storage/checkouts.ts'
import type { LetterRow, MailRow } from '../../storage/mails/mail-rows.ts'
import { findOrder } from '../../storage/orders.ts'
import type { OrderRow } from '../../storage/schema.ts'
import { findStore } from '../../storage/stores.ts'
import type { World } from '../../world.ts'
import { countMailsTo } from './mailbox-count.ts'

/** For longer than it is tried, so that no try is counted as another mail. */
const COUNTED_FOR_MS = 2 * DAY_MS

/** A mail that could be sent and must not be, now or later. */
export class Withheld extends Error {
  constructor(reason: keyof typeof WITHHELD) {
    super(WITHHELD[reason])
  }
}

/**
 * Anybody can type another's address into an order that costs nothing, and send its mails again from a store of their own:
 * of these a mailbox gets some a day and no more. Every mail about an order that was paid for leaves.
 */
export async function withholdMail(world: World, mail: MailRow): Promise<void> {
  const order = await findOrder(world.db, mail.store_id, mail.order_id)
  const kind = order && (await countedAs(world, mail, order))
  if (kind && !(await countOneMore(world, order.customer_email, kind, sendingOf(mail))))
    throw new Withheld('enough')
}

/** Undefined where it may leave uncounted, as what whoever runs the service orders on the command line. */
async function countedAs(
  { db }: World,
  { sent_before }: MailRow,
  { amount_paise, is_test, store_id, checkout_id }: OrderRow,
): Promise<string | undefined> {
  if (sent_before !== '') return 'sent again'
  if (amount_paise > 0 && !is_test) return undefined
  return (await findCheckout(db, store_id, checkout_id))?.network ? 'unpaid order' : undefined
}

/** False when there were enough. The same sending is counted once, however often it is tried. */
function countOneMore({ db, now }: World, address: string, kind: string, sending: string): Promise<boolean> {
  const at = now()
  const token_hash = hash('sha256', sending, 'base64url')
  return db.transaction(async (tx) => {
    const { addressHash, had } = await countMailsTo(tx, address, kind, at - DAY_MS)
    if (await findMailLink(tx, token_hash, 'order', at)) return true
    if (had >= MOST_UNPAID_MAILS) return false
    await insertMailLink(tx, {
      token_hash,
      purpose: 'order',
      address_hash: addressHash,
      person_id: null,
      data: '',
      created_at: at,
      expires_at: at + COUNTED_FOR_MS,
    })
    return true
  })
}

/** A letter whose store or invitation is gone would only lead nowhere. */
export async function withholdLetter(
  { db }: World,
  { about_store, invitation_id }: LetterRow,
): Promise<void> {
  if (about_store === null) return
  if (!(await findStore(db, about_store))) throw new Withheld('gone')
  if (invitation_id !== null && !(await hasInvitation(db, about_store, invitation_id)))
    throw new Withheld('withdrawn')
}
