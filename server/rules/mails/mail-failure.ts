import type { MailFailure } from '#contract/dashboard/orders.ts'

/** The stored reasons for withholding a mail that could be sent. */
export const WITHHELD = {
  enough: 'The mailbox has had enough such mails for a day',
  many: 'Enough mails about orders that nobody paid for have left for a day',
  late: 'It is too late for it to be of use',
  gone: 'The store that it is about has been deleted',
  erased: "The customer's details were erased",
  withdrawn: 'The invitation in it stands no more',
} as const

/** True if not sending was right, so that nothing needs attention. */
export const isMeantSo = (error: string): boolean =>
  [WITHHELD.enough, WITHHELD.gone, WITHHELD.erased, WITHHELD.withdrawn].some((reason) => reason === error)

/** Matches the message of nodemailer. A policy refusal (5.7), such as of relaying, is not the address's fault. */
const ADDRESS_REFUSED = /all recipients were rejected: 5(?!\d\d[ -]5\.7\.)/

/** The failure in terms of use to a seller; the mail server's own words are for the operator. */
export function mailFailure(error: string): MailFailure {
  if (error === WITHHELD.enough || error === WITHHELD.many) return 'enough'
  if (error === WITHHELD.late) return 'late'
  if (error === WITHHELD.erased) return 'erased'
  return ADDRESS_REFUSED.test(error) ? 'address' : 'server'
}
