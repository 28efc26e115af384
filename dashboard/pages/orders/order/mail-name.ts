import { texts } from '../../../texts.ts'

/** The label of a mail to the customer. The kind of a mail about an address ends with the number of the change. */
export const mailName = (mail: string): string => texts.orders.mails[mail.replace(/-\d+$/, '')] ?? mail
