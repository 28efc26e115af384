import type { OwedMail } from '#contract/dashboard/orders.ts'
import { dateTime } from '../../../format.ts'
import { texts } from '../../../texts.ts'
import { mailName } from './mail-name.ts'

const words = texts.orders

/** The mails of an order to choose from, no two under the same words; those that wait can only be seen. */
export function mailChoices(mails: readonly OwedMail[]) {
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

/** The newest that can be sent again, or where all of them wait the newest. */
export const firstChoice = (mails: readonly OwedMail[]): string =>
  (mails.filter(({ waits }) => !waits).at(-1) ?? mails.at(-1))?.mail ?? ''
