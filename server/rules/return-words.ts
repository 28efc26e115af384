import { formatMoney } from './format-money.ts'

/** What a customer whose order was cancelled is told of the money, wherever it is told; nothing where nothing was paid. */
export const returnSentence = (store: string, amountPaise: number): string | undefined =>
  amountPaise === 0
    ? undefined
    : `${store} is to return your payment of ${formatMoney(amountPaise)}. Write to the shop if it does not arrive.`
