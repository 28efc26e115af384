import type { OrderMail } from '#contract/dashboard/orders.ts'
import { dateTime } from '../../../format.ts'
import { texts } from '../../../texts.ts'
import { mailName } from './mail-name.ts'

const words = texts.orders

/** An order's mails as options with distinct labels. Pending mails are shown but cannot be chosen. */
export function mailChoices(mails: readonly OrderMail[]) {
  return mails.map((each) => {
    const { mail, at, waits } = each
    const name = mailName(mail)
    const alike = mails.filter((other) => mailName(other.mail) === name)
    const own =
      alike.length === 1
        ? name
        : words.mailOfSeveral(name, alike.indexOf(each) + 1, alike.length, dateTime(at))
    return { value: mail, label: waits ? words.mailWaits(own) : own, disabled: waits }
  })
}

/** The newest mail that can be re-sent; where all are pending, the newest. */
export const firstChoice = (mails: readonly OrderMail[]): string =>
  (mails.filter(({ waits }) => !waits).at(-1) ?? mails.at(-1))?.mail ?? ''
