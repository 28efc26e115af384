import { givenAnswers } from '../rules/checkout/given-answers.ts'
import { addressOf, type KeptOrder, type WholeOrder } from '../rules/orders/present-order.ts'
import { formatDate } from '../rules/values/format-date.ts'
import { formatMoney } from '../rules/values/format-money.ts'
import type { LetterContent } from './letter.ts'
import { orderRows } from './order-mail.ts'

/** A letter to the owners of the store that it is about. */
export interface SellerLetter {
  subject: string
  content: LetterContent
  /** Sent even after the store is deleted. */
  outlivesStore?: true
}

export interface StoreInLetter {
  id: string
  name: string
  publicUrl: string
}

/** Uses the store's id, since its address may have changed when the letter is read. */
const pageOf = ({ id, publicUrl }: StoreInLetter, page: string) => `${publicUrl}/dashboard/s/${id}/${page}`

const piecesOf = ({ product_name, quantity }: KeptOrder) =>
  quantity === 1 ? product_name : `${product_name} × ${quantity}`

export function newOrderLetter(store: StoreInLetter, order: WholeOrder): SellerLetter {
  const what = order.is_test ? 'New test order' : 'New order'
  return {
    subject: `${what}: ${piecesOf(order)}, ${formatMoney(order.amount_paise)}`,
    content: {
      storeName: store.name,
      heading: what,
      paragraphs: [boughtSentence(order)],
      button: { label: 'Open the order', url: pageOf(store, `orders/${order.id}`) },
      rows: [...orderRows(order), ...pictureRows(order), ...contactRows(order)],
      order: { store_id: order.store_id, id: order.id },
      afterword: `Every owner of ${store.name} gets this mail. Settings has a switch for it.`,
    },
  }
}

function boughtSentence(order: KeptOrder): string {
  const city = addressOf(order)?.city
  const who = city ? `${order.customer_name} in ${city}` : order.customer_name
  const amount = formatMoney(order.amount_paise)
  if (order.is_test)
    return `${who} ordered ${piecesOf(order)} for ${amount}. It is a test: no money was paid.`
  const paid = order.amount_paise === 0 ? 'There was nothing to pay.' : `${amount} is paid.`
  return `${who} ordered ${piecesOf(order)}. ${paid}`
}

const pictureRows = (order: KeptOrder) =>
  givenAnswers(order)
    .filter(({ type }) => type === 'image')
    .map(({ question }) => ({ label: question, value: 'A picture, which the order shows' }))

const contactRows = ({
  customer_phone,
  customer_email,
}: Pick<KeptOrder, 'customer_phone' | 'customer_email'>) => [
  { label: 'Phone', value: customer_phone },
  { label: 'E-mail', value: customer_email },
]

/** Replaces the single letters for the rest of an hour with more orders than anybody wants mails. */
export const moreOrdersLetter = (store: StoreInLetter, most: number, until: number): SellerLetter => ({
  subject: `More orders are coming: over ${most} this hour`,
  content: {
    storeName: store.name,
    heading: 'More orders are coming',
    paragraphs: [
      `${store.name} had more than ${most} orders this hour. So that they do not fill your mailbox, the next mail about an order comes after ${formatDate(until)}.`,
      'No order is lost: all of them stand in the dashboard.',
    ],
    button: { label: 'See all orders', url: pageOf(store, 'orders') },
  },
})

/** What a seller is told about a payment. */
interface PaymentInLetter {
  /** Set if it became an order. */
  order_id: string | null
  reference: string
  amount_paise: number
  product_name: string
  customer_name: string
  customer_email: string
  customer_phone: string
}

/** `amount_paise` is the amount that arrived and is to be returned. */
export const refundLetter = (store: StoreInLetter, payment: PaymentInLetter, reason: string): SellerLetter =>
  paymentLetter(store, payment, {
    subject: 'Refund to make',
    heading: `Return ${formatMoney(payment.amount_paise)} to ${payment.customer_name}`,
    paragraphs: [
      `${reason}. Haat does not move money: return it with your payment gateway, then mark it under Refunds.`,
    ],
    amount: 'Paid',
  })

export const problemLetter = (store: StoreInLetter, payment: PaymentInLetter, reason: string): SellerLetter =>
  paymentLetter(store, payment, {
    subject: 'A payment to look at',
    heading: 'A payment to look at',
    paragraphs: [
      `${reason}. No order was made of it.`,
      'Look it up at your payment gateway by its reference. If money arrived, return it there; then mark it under Refunds.',
    ],
    amount: 'Asked for',
  })

interface RefusedPayment {
  product_name: string
  amount_paise: number
  /** In the provider's words. */
  refusal: string
}

export function refusedLetter(
  store: StoreInLetter,
  { product_name, amount_paise, refusal }: RefusedPayment,
): SellerLetter {
  const amount = formatMoney(amount_paise)
  return {
    subject: `Razorpay refuses a payment: ${amount} for ${product_name}`,
    content: {
      storeName: store.name,
      heading: 'Razorpay refuses a payment',
      paragraphs: [
        `A customer wanted to pay ${amount} for ${product_name}, and Razorpay refused to collect it. Trying again does not help, and others may meet the same.`,
        'If your keys were generated anew at Razorpay, enter the new ones in Settings, under Payments. If it is about the amount, ask Razorpay how much your account may collect.',
      ],
      button: { label: 'Open Settings', url: pageOf(store, 'settings#payment') },
      rows: [{ label: 'Razorpay says', value: refusal }],
      afterword: `Every owner of ${store.name} gets this mail, once a day at most.`,
    },
  }
}

function paymentLetter(
  store: StoreInLetter,
  payment: PaymentInLetter,
  words: { subject: string; heading: string; paragraphs: string[]; amount: string },
): SellerLetter {
  const amount = formatMoney(payment.amount_paise)
  return {
    subject: `${words.subject}: ${amount} for ${payment.product_name}`,
    content: {
      storeName: store.name,
      heading: words.heading,
      paragraphs: words.paragraphs,
      button: { label: 'Open Refunds', url: pageOf(store, 'refunds') },
      rows: [
        { label: words.amount, value: amount },
        { label: 'For', value: payment.product_name },
        { label: 'Customer', value: payment.customer_name },
        ...contactRows(payment),
        { label: 'Reference', value: payment.reference },
      ],
      ...(payment.order_id && { order: { store_id: store.id, id: payment.order_id } }),
    },
  }
}

interface WebhookInLetter {
  url: string
  /** Why it was switched off. */
  reason: string
  lastResult: string
}

export const webhookOffLetter = (
  store: StoreInLetter,
  { url, reason, lastResult }: WebhookInLetter,
): SellerLetter => ({
  subject: 'A webhook URL was switched off',
  content: {
    storeName: store.name,
    heading: 'A webhook URL was switched off',
    paragraphs: [
      `Orders are no longer announced to ${url}. ${reason}. The last result: ${lastResult}.`,
      'Once your server answers again, switch it on under Developer, then send again what it missed. No order is lost.',
    ],
    button: { label: 'Open Developer', url: pageOf(store, 'developer') },
  },
})

export const storeDeletedLetter = ({ name }: StoreInLetter, by: string): SellerLetter => ({
  subject: `${name} was deleted`,
  outlivesStore: true,
  content: {
    heading: `${name} was deleted`,
    paragraphs: [
      `${by} has deleted the store. Its products, orders and settings are gone, and nobody can open it any more.`,
    ],
    afterword: `Every owner of ${name} gets this mail.`,
  },
})
