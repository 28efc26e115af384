import { RAZORPAY_LEAST_PAISE } from '#contract/dashboard/store.ts'
import { formatMoney } from '../values/format-money.ts'

/** For a product of which one piece costs less than the provider collects. */
export const fewestWords = (fewest: number): string =>
  `Order ${fewest} or more: a payment must be ${formatMoney(RAZORPAY_LEAST_PAISE)} at least`

export const tooLittleToPay = (): string =>
  `This cannot be bought here: its price is less than ${formatMoney(RAZORPAY_LEAST_PAISE)}, the least that can be paid. Ask the shop about it.`
