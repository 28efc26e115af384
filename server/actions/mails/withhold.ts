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

/** Thrown for a mail that must not be sent, now or later. */
export class Withheld extends Error {
  constructor(reason: keyof typeof WITHHELD) {
    super(WITHHELD[reason])
  }
}

/** The most mails a day about unpaid orders: for all orders from one network, and for one store. */
const MOST = { network: 200, store: MOST_UNPAID_MAILS_OF_STORE }

/**
 * Anybody can type a stranger's address into an order that costs nothing, and can resend its mails from a store of
 * their own. So a mailbox gets only a few such mails a day. Many different addresses do not help, because each network
 * and store has a bound too. Of mails about paid orders, only those are bounded that the seller can cause without end.
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

/**
 * The bound for changed addresses is per store, so that nobody can use it up from another store and then redirect a
 * parcel without a mail about it.
 */
function boundOfMailbox({ kind, sent_before, store_id }: MailRow, address: string, isUnpaid: boolean) {
  if (sent_before !== '') return { name: mailboxName(address, 'sent again'), most: MOST_UNPAID_MAILS }
  if (isUnpaid) return { name: mailboxName(address, 'unpaid order'), most: MOST_UNPAID_MAILS }
  if (!isRedirectMail(kind)) return undefined
  return { name: mailboxName(address, `new address from ${store_id}`), most: MOST_ADDRESS_MAILS }
}

/** The network that an unpaid order came from. An operator's order on the command line has none and is not counted. */
async function networkOfUnpaid({ db }: World, { amount_paise, is_test, store_id, checkout_id }: OrderRow) {
  if (amount_paise > 0 && !is_test) return undefined
  return (await findCheckout(db, store_id, checkout_id))?.network ?? undefined
}

/** Withholds a letter whose store or invitation is gone: its link would lead nowhere. */
export async function withholdLetter(
  { db }: World,
  { about_store, invitation_id }: LetterRow,
): Promise<void> {
  if (about_store === null) return
  if (!(await findStore(db, about_store))) throw new Withheld('gone')
  if (invitation_id !== null && !(await hasInvitation(db, about_store, invitation_id)))
    throw new Withheld('withdrawn')
}
