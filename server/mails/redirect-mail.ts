import { envelopeOf, type KeptOrder } from '../rules/orders/present-order.ts'
import type { LetterContent } from './letter.ts'
import { letterAbout, type OrderMailFacts, orderRows, whomToAsk } from './order-mail.ts'
import { numberedSubject, numberRow } from './with-number.ts'

/** The old and the new address of an order, each in one line. */
interface Redirection {
  before: string
  after: string
}

const KIND = 'address-'

/** The kind contains the number of the change's line in the order's history, so that each change has its own mail. */
export const redirectMailKind = (line: number): string => KIND + line

export const isRedirectMail = (kind: string): boolean => kind.startsWith(KIND)

const placeOf = (order: KeptOrder) => [...envelopeOf(order), order.customer_phone].join(', ')

export const redirectionOf = (before: KeptOrder, after: KeptOrder): Redirection => ({
  before: placeOf(before),
  after: placeOf(after),
})

/** Goes to the buyer, whose e-mail address does not change: only they can tell if a stranger redirected the order. */
export function redirectMail(
  facts: OrderMailFacts,
  { before, after }: Redirection,
): { subject: string; content: LetterContent } {
  const { order, store } = facts
  // The text above already says whom to ask, where it matters most.
  const { afterword: _, ...content } = letterAbout(facts, {
    heading: 'Your order goes to another address',
    paragraphs: [
      `${store.name} has changed where your ${order.product_name} goes.`,
      `Did you not ask for this? Tell ${store.name} now, before the parcel leaves. ${whomToAsk(store)}.`,
    ],
  })
  return {
    subject: numberedSubject(`New address: ${order.product_name}`, order.number),
    content: {
      ...content,
      rows: [
        { label: 'Old address', value: before },
        { label: 'New address', value: after },
        ...orderRows(order).filter(({ label }) => label !== 'To'),
        numberRow(order.number),
      ],
    },
  }
}
