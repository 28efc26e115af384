import type { OrderStatus } from '#contract/order-status.ts'
import { POLICY_WORDS } from '#contract/policies.ts'
import { givenAnswers } from '../rules/checkout/given-answers.ts'
import { type OrderMoney, paidFacts, receivedSentence, returnSentence } from '../rules/orders/money-words.ts'
import { envelopeOf, type WholeOrder } from '../rules/orders/present-order.ts'
import { orderPath, policyPath } from '../rules/stores/customer-paths.ts'
import { type PolicyHolder, shownPolicies } from '../rules/stores/policies.ts'
import { formatDate } from '../rules/values/format-date.ts'
import { formatMoney } from '../rules/values/format-money.ts'
import type { LetterContent } from './letter.ts'
import { numberedSubject, numberRow } from './with-number.ts'

/** The changes of an order that customers are told about, each named after the status that it leads to. */
export type OrderMailKind = OrderStatus

export interface OrderMailFacts {
  /** The order when the mail is written: a link may have been corrected since the change. */
  order: WholeOrder & { token: string; number: number } & OrderMoney
  store: { name: string; slug: string } & PolicyHolder
  publicUrl: string
}

type Link = { label: string; url: string }

interface Words {
  subject(product: string): string
  heading: string
  says(facts: OrderMailFacts): string[]
  /** A better action than looking at the order, if there is one. */
  button?(facts: OrderMailFacts): Link | undefined
}

const pageOf = ({ order, publicUrl }: OrderMailFacts) => `${publicUrl}${orderPath(order.token)}`

const trackingOf = ({ order: { tracking_url: url } }: OrderMailFacts): Link | undefined =>
  url ? { label: 'Track the parcel', url } : undefined

const WORDS: Record<OrderMailKind, Words> = {
  started: {
    subject: (product) => `Order received: ${product}`,
    heading: 'Your order has been received',
    says: ({ store, order }) => [`Thank you, ${order.customer_name}. ${receivedSentence(store.name, order)}`],
  },
  processing: {
    subject: (product) => `Being prepared: ${product}`,
    heading: 'Your order is being prepared',
    says: ({ store, order }) => [`${store.name} is getting your ${order.product_name} ready to send.`],
  },
  dispatched: {
    subject: (product) => `On the way: ${product}`,
    heading: 'Your order is on the way',
    says: ({ store, order }) => [`${store.name} has sent your ${order.product_name}.`],
    button: trackingOf,
  },
  delivered: {
    subject: (product) => `Delivered: ${product}`,
    heading: 'Your order has been delivered',
    says: ({ store, order }) => [
      `We hope you like your ${order.product_name}. Tell ${store.name} how it is.`,
    ],
    button: (facts) => ({ label: 'Rate your order', url: pageOf(facts) }),
  },
  cancelled: {
    subject: (product) => `Cancelled: ${product}`,
    heading: 'Your order has been cancelled',
    says: ({ store, order }) => [
      `${store.name} has cancelled your order of ${order.product_name}.`,
      ...[returnSentence(store.name, order) ?? []].flat(),
    ],
  },
}

export const isOrderMailKind = (kind: string): kind is OrderMailKind => Object.hasOwn(WORDS, kind)

export function orderMail(
  kind: OrderMailKind,
  facts: OrderMailFacts,
): { subject: string; content: LetterContent } {
  const { subject, heading, says, button } = WORDS[kind]
  return {
    subject: numberedSubject(subject(facts.order.product_name), facts.order.number),
    content: letterAbout(facts, { heading, paragraphs: says(facts) }, button?.(facts)),
  }
}

/** A sentence, a button, the order in a small table, and whom to ask. */
export function letterAbout(
  facts: OrderMailFacts,
  said: Pick<LetterContent, 'heading' | 'paragraphs'>,
  best?: Link,
): LetterContent {
  const { order, store } = facts
  const [first, second] = linksOf(facts, best)
  return {
    storeName: store.name,
    ...said,
    ...(first && { button: first }),
    ...(second && { link: second }),
    rows: [...orderRows(order), numberRow(order.number)],
    afterword: `Questions? ${whomToAsk(store)}.`,
    footLinks: policyLinks(facts),
  }
}

export const policyLinks = ({ store, publicUrl }: Pick<OrderMailFacts, 'store' | 'publicUrl'>): Link[] =>
  shownPolicies(store).map((kind) => ({
    label: POLICY_WORDS[kind].link,
    url: `${publicUrl}${policyPath(store.slug, kind)}`,
  }))

/** Every mail links to the order's page and, if there is a tracking link, to the parcel. */
function linksOf(facts: OrderMailFacts, best: Link | undefined): Link[] {
  const toPage = { label: 'See your order', url: pageOf(facts) }
  const all = [best, toPage, trackingOf(facts)].filter((link) => link !== undefined)
  return all.filter(({ url }, i) => all.findIndex((link) => link.url === url) === i)
}

export function whomToAsk(
  { name, contact_email: email, contact_phone: phone }: OrderMailFacts['store'],
  about: 'order' | 'payment' = 'order',
): string {
  const call = phone ? `call ${phone}` : ''
  if (email) return ['Reply to this mail', `write to ${email}`, call].filter(Boolean).join(', or ')
  return phone
    ? `Call ${phone} and name the ${about}’s number`
    : `Ask ${name}, and name the ${about}’s number`
}

const priceOf = ({ quantity, unit_price_paise: price }: WholeOrder) =>
  quantity === 1 ? formatMoney(price) : `${quantity} × ${formatMoney(price)}`

export function orderRows(order: WholeOrder) {
  const rows: Array<[label: string, value: string | null]> = [
    ['What', `${order.quantity} × ${order.product_name}`],
    ['Variation', order.variation],
    ['Size', order.size],
    ['Colour', order.color],
    ...givenAnswers(order).flatMap(
      ({ question, type, answer }): Array<[string, string]> => (type === 'text' ? [[question, answer]] : []),
    ),
    ['Note', order.special_instructions],
    ['Price', priceOf(order)],
    ['Delivery', order.shipping_paise === 0 ? 'Free' : formatMoney(order.shipping_paise)],
    ...paidFacts(order),
    ['To', envelopeOf(order).join(', ')],
    ['Ordered', formatDate(order.created_at)],
  ]
  return rows.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}
