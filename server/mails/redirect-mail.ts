import { envelopeOf, type KeptOrder } from '../rules/orders/present-order.ts'
import type { LetterContent } from './letter.ts'
import { letterAbout, type OrderMailFacts, orderRows, whomToAsk } from './order-mail.ts'
import { numberedSubject, numberRow } from './order-number.ts'

/** Where an order was to go, and where it goes now: each in one line. */
interface Redirection {
  before: string
  after: string
}

const KIND = 'address-'

/** Each change is told by a mail of its own, by the number of its line in the order's history. */
export const redirectMailKind = (line: number): string => KIND + line

export const isRedirectMail = (kind: string): boolean => kind.startsWith(KIND)

const placeOf = (order: KeptOrder) => [...envelopeOf(order), order.customer_phone].join(', ')

export const redirectionOf = (before: KeptOrder, after: KeptOrder): Redirection => ({
  before: placeOf(before),
  after: placeOf(after),
})

/** To who bought, whose address of mail stays: they alone can tell that a stranger had it sent elsewhere. */
export function redirectMail(
  facts: OrderMailFacts,
  { before, after }: Redirection,
): { subject: string; content: LetterContent } {
  const { order, store } = facts
  // Whom to ask is said above, where it matters most.
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
