import {
  MOST_ADDRESS_MAILS,
  MOST_UNPAID_MAILS,
  MOST_UNPAID_MAILS_OF_STORE,
} from '#contract/dashboard/orders.ts'
import { isRedirectMail } from '../../mails/redirect-mail.ts'
import { WITHHELD } from '../../rules/mails/mail-failure.ts'
import { sendingOf } from '../../rules/mails/sent-before.ts'
import { hasInvitation } from '../../storage/accounts/invitations.ts'
import type { LetterRow, MailRow } from '../../storage/mails/mail-rows.ts'
import { findCheckout } from '../../storage/orders/checkouts.ts'
import { findOrder } from '../../storage/orders/orders.ts'
import type { OrderRow } from '../../storage/schema.ts'
import { findStore } from '../../storage/stores/stores.ts'
import type { World } from '../../world.ts'
import { countOneMore, mailboxName } from './mail-counts.ts'

/** A mail that could be sent and must not be, now or later. */
export class Withheld extends Error {
  constructor(reason: keyof typeof WITHHELD) {
    super(WITHHELD[reason])
  }
}

/** The most mails a day, about orders that nobody paid for, for all that one network orders and for one store. */
const MOST = { network: 200, store: MOST_UNPAID_MAILS_OF_STORE }

/**
 * Anybody can type another's address into an order that costs nothing, and send its mails again from a store of their
 * own. Of these a mailbox gets a few a day, and typing many addresses does not help, since there is a bound for each
 * network and store too. Of mails about an order that was paid for only those are bounded that its seller can cause
 * without end.
 */
export async function withholdMail(world: World, mail: MailRow, most = MOST): Promise<void> {
  const { db, now } = world
  const order = await findOrder(db, mail.store_id, mail.order_id)
  if (!order) return
  const network = await networkOfUnpaid(world, order)
  const mailbox = boundOfMailbox(mail, order.customer_email, network !== undefined)
  if (!mailbox) return
  const bounds = [mailbox]
  if (network)
    bounds.push(
      { name: `unpaid orders from ${network}`, most: most.network },
      { name: `unpaid orders of ${order.store_id}`, most: most.store },
    )
  const full = await db.transaction((tx) => countOneMore(tx, bounds, sendingOf(mail), now()))
  if (full) throw new Withheld(full === mailbox ? 'enough' : 'many')
}

/** That of a new address is the store's own: no other store can use it up before a parcel is led astray. */
function boundOfMailbox({ kind, sent_before, store_id }: MailRow, address: string, isUnpaid: boolean) {
  if (sent_before !== '') return { name: mailboxName(address, 'sent again'), most: MOST_UNPAID_MAILS }
  if (isUnpaid) return { name: mailboxName(address, 'unpaid order'), most: MOST_UNPAID_MAILS }
  if (!isRedirectMail(kind)) return undefined
  return { name: mailboxName(address, `new address from ${store_id}`), most: MOST_ADDRESS_MAILS }
}

/** Where an order came from that nobody paid for; none, as whoever runs the service orders on the command line, is not counted. */
async function networkOfUnpaid({ db }: World, { amount_paise, is_test, store_id, checkout_id }: OrderRow) {
  if (amount_paise > 0 && !is_test) return undefined
  return (await findCheckout(db, store_id, checkout_id))?.network ?? undefined
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
