import { texts } from '../../../texts.ts'

/** What a mail to the customer is called; one about an address has the number of its change behind it. */
export const mailName = (mail: string): string => texts.orders.mails[mail.replace(/-\d+$/, '')] ?? mail
