import type { MailFailure } from '#contract/dashboard/orders.ts'

/** In the words of nodemailer. What a policy forbids (5.7), such as relaying, is not the address's fault. */
const ADDRESS_REFUSED = /all recipients were rejected: 5(?!\d\d[ -]5\.7\.)/

/** What a seller can make of why a mail did not leave; the words of the mail server are for whoever runs the service. */
export const mailFailure = (error: string): MailFailure =>
  ADDRESS_REFUSED.test(error) ? 'address' : 'server'
