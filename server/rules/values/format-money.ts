import { onFirstUse } from './on-first-use.ts'

const rupees = onFirstUse(() => new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }))

/** Formats paise as is usual in India: ₹1,23,456.00. A number as text with an exponent is not rounded on the way. */
export const formatMoney = (paise: number): string =>
  rupees().format(`${paise}E-2` as Intl.StringNumericLiteral)
