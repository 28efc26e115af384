import { sql } from 'kysely'
import { MADE_UP_END } from '../../rules/mails/mail-address.ts'
import { anyOf, type Invariant, type Offender } from './invariant.ts'

export const mailsInvariant: Invariant = {
  name: 'mails',
  claim: 'every change of an order has one mail, and every mail a change',
  offenders: () => anyOf([changeWithoutMail, mailWithoutChange]),
}

/** A line that repeats the status is a new tracking link or a review. */
const CHANGES = sql`(h.from_status is null or h.from_status <> h.to_status)`

// The table's key of store, order and kind rules out a second mail.
// An order whose customer is erased may have been a trial with a made-up address, to which no mail is sent.
const changeWithoutMail = sql<Offender>`
  select h.store_id, h.order_id as id, 'no mail about ' || h.to_status as problem from order_history h
  where ${CHANGES} and not exists (
    select 1 from mails m where m.store_id = h.store_id and m.order_id = h.order_id and m.kind = h.to_status)
  and not exists (
    select 1 from orders o where o.store_id = h.store_id and o.id = h.order_id
      and (o.customer_email = '' or o.customer_email like ${sql.lit(`%${MADE_UP_END}`)}))`

const mailWithoutChange = sql<Offender>`
  select m.store_id, m.order_id, 'a mail about ' || m.kind || ', which it never was' from mails m
  where not exists (
    select 1 from order_history h
    where h.store_id = m.store_id and h.order_id = m.order_id and (h.to_status = m.kind and ${CHANGES}
      or h.about = 'address' and m.kind = 'address-' || h.number))`
