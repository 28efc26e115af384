import type { MailFailure } from '#contract/dashboard/orders.ts'

/** Why a mail is not sent that could be, in the words that are kept with it. */
export const WITHHELD = {
  enough: 'The mailbox has had enough such mails for a day',
  many: 'Enough mails about orders that nobody paid for have left for a day',
  late: 'It is too late for it to be of use',
  gone: 'The store that it is about has been deleted',
  erased: "The customer's details were erased",
  withdrawn: 'The invitation in it stands no more',
} as const

/** True where it is as it should be that the mail was not sent. */
export const isMeantSo = (error: string): boolean =>
  [WITHHELD.enough, WITHHELD.gone, WITHHELD.erased, WITHHELD.withdrawn].some((reason) => reason === error)

/** In the words of nodemailer. What a policy forbids (5.7), such as relaying, is not the address's fault. */
const ADDRESS_REFUSED = /all recipients were rejected: 5(?!\d\d[ -]5\.7\.)/

/** What a seller can make of why a mail did not leave; the words of the mail server are for whoever runs the service. */
export function mailFailure(error: string): MailFailure {
  if (error === WITHHELD.enough || error === WITHHELD.many) return 'enough'
  if (error === WITHHELD.late) return 'late'
  if (error === WITHHELD.erased) return 'erased'
  return ADDRESS_REFUSED.test(error) ? 'address' : 'server'
}
