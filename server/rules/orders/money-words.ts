import { formatDay } from '../values/format-date.ts'
import { formatMoney } from '../values/format-money.ts'
import type { KeptOrder } from './present-order.ts'

/** What the customer is told about the money of an order, in every place that says it. */
export interface OrderMoney extends Pick<KeptOrder, 'amount_paise' | 'is_test'> {
  /** When the store returned it; null where it has not. */
  returned_at: number | null
}

const IT_WAS_A_TEST = 'This was a test: no money was taken.'

export function receivedSentence(store: string, { amount_paise, is_test }: OrderMoney): string {
  if (is_test) return `${store} has your order. ${IT_WAS_A_TEST}`
  const payment = amount_paise === 0 ? '' : ` and your payment of ${formatMoney(amount_paise)}`
  return `${store} has your order${payment}.`
}

/** For a cancelled order; undefined where nothing was to be paid. */
export function returnSentence(store: string, money: OrderMoney): string | undefined {
  if (money.amount_paise === 0) return undefined
  return money.is_test ? IT_WAS_A_TEST : returnOf(store, money.amount_paise, money.returned_at)
}

const returnOf = (store: string, paise: number, returnedAt: number | null) =>
  returnedAt === null
    ? `${store} is to return your payment of ${formatMoney(paise)}. Write to the shop if it does not arrive.`
    : `${store} returned your payment of ${formatMoney(paise)} ${onDay(returnedAt)}`

const onDay = (at: number) => `on ${formatDay(at)}. Your bank may need some days to show it.`

/** A payment that could not become an order. */
interface MoneyWithoutOrder extends Omit<OrderMoney, 'amount_paise'> {
  asked_paise: number
  arrived_paise: number
}

/** Heading and text about such a payment. */
export function noOrderWords(store: string, money: MoneyWithoutOrder): [heading: string, rest: string] {
  if (money.is_test) return ['There is no order', `Your payment could not become one. ${IT_WAS_A_TEST}`]
  const why = whyNoOrder(money)
  if (money.returned_at !== null)
    return ['Your money was returned', `${why} ${store} returned it ${onDay(money.returned_at)}`]
  return [
    'Your money will be returned',
    `${why} ${store} has been told to return it. Write to the shop if it has not come back within a week.`,
  ]
}

const whyNoOrder = ({ asked_paise, arrived_paise }: MoneyWithoutOrder) =>
  asked_paise === arrived_paise
    ? 'Your payment arrived when it could no longer become an order.'
    : `Your payment of ${formatMoney(arrived_paise)} could not become an order, since ${formatMoney(asked_paise)} was asked for.`

/** The amount that arrived, and the amount asked for if it differs. */
export function arrivedFacts({ asked_paise, arrived_paise, is_test }: MoneyWithoutOrder): [string, string][] {
  const paid = paidFacts({ amount_paise: arrived_paise, is_test })
  return asked_paise === arrived_paise ? paid : [['Asked for', formatMoney(asked_paise)], ...paid]
}

export const paidFacts = ({ amount_paise, is_test }: Omit<OrderMoney, 'returned_at'>): [string, string][] =>
  is_test
    ? [
        ['Total', formatMoney(amount_paise)],
        ['Paid', 'Nothing, this was a test'],
      ]
    : [['Paid', formatMoney(amount_paise)]]
