import type { MailFailure } from '#contract/dashboard/orders.ts'

/** The stored reasons for withholding a mail that could be sent. */
export const WITHHELD = {
  enough: 'The daily limit of such mails to this mailbox is reached',
  many: 'The daily limit of mails about unpaid orders is reached',
  late: 'It is too late for this mail to be of use',
  gone: 'The store that it is about has been deleted',
  erased: "The customer's details were erased",
  withdrawn: 'Its invitation is no longer valid',
} as const

type Reason = keyof typeof WITHHELD

/** Earlier wordings, which older rows still hold. */
const EARLIER: Readonly<Record<string, Reason>> = {
  'The mailbox has had enough such mails for a day': 'enough',
  'Enough mails about orders that nobody paid for have left for a day': 'many',
  'It is too late for it to be of use': 'late',
  'The invitation in it stands no more': 'withdrawn',
}

const REASONS = new Map<string, Reason>([
  ...Object.entries(EARLIER),
  ...Object.entries(WITHHELD).map(([reason, words]) => [words, reason as Reason] as const),
])

/** True if not sending was right, so that nothing needs attention. */
export function isIntended(error: string): boolean {
  const reason = REASONS.get(error)
  return reason === 'enough' || reason === 'gone' || reason === 'erased' || reason === 'withdrawn'
}

/** Matches the message of nodemailer. A policy refusal (5.7), such as of relaying, is not the address's fault. */
const ADDRESS_REFUSED = /all recipients were rejected: 5(?!\d\d[ -]5\.7\.)/

/** The failure in terms of use to a seller; the mail server's own words are for the operator. */
export function mailFailure(error: string): MailFailure {
  const reason = REASONS.get(error)
  if (reason === 'enough' || reason === 'many') return 'enough'
  if (reason === 'late') return 'late'
  if (reason === 'erased') return 'erased'
  return ADDRESS_REFUSED.test(error) ? 'address' : 'server'
}
