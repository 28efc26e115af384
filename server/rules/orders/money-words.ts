import { formatDay } from '../values/format-date.ts'
import { formatMoney } from '../values/format-money.ts'
import type { KeptOrder } from './present-order.ts'

/** What the customer is told about the money of an order, wherever it is told. */
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

/** Of a cancelled order; nothing where nothing was to be paid. */
export function returnSentence(store: string, money: OrderMoney): string | undefined {
  if (money.amount_paise === 0) return undefined
  return money.is_test ? IT_WAS_A_TEST : returnOf(store, money.amount_paise, money.returned_at)
}

const returnOf = (store: string, paise: number, returnedAt: number | null) =>
  returnedAt === null
    ? `${store} is to return your payment of ${formatMoney(paise)}. Write to the shop if it does not arrive.`
    : `${store} returned your payment of ${formatMoney(paise)} ${onDay(returnedAt)}`

const onDay = (at: number) => `on ${formatDay(at)}. Your bank may need some days to show it.`

/** Of money that arrived when it could no longer become an order: the heading, and the rest. */
export function lateMoneyWords(
  store: string,
  isTest: boolean,
  returnedAt: number | null,
): [heading: string, rest: string] {
  const late = 'Your payment arrived when it could no longer become an order.'
  if (isTest) return ['There is no order', `${late} ${IT_WAS_A_TEST}`]
  if (returnedAt !== null)
    return ['Your money was returned', `${late} ${store} returned it ${onDay(returnedAt)}`]
  return [
    'Your money will be returned',
    `${late} ${store} has been told to return it. Write to the shop if it has not come back within a week.`,
  ]
}

export const paidFacts = ({ amount_paise, is_test }: Omit<OrderMoney, 'returned_at'>): [string, string][] =>
  is_test
    ? [
        ['Total', formatMoney(amount_paise)],
        ['Paid', 'Nothing, this was a test'],
      ]
    : [['Paid', formatMoney(amount_paise)]]
