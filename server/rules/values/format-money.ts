import { onFirstUse } from './on-first-use.ts'

const rupees = onFirstUse(() => new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }))

/** Paise as people in India write them: ₹1,23,456.00. As text with an exponent, no amount is rounded on the way. */
export const formatMoney = (paise: number): string =>
  rupees().format(`${paise}E-2` as Intl.StringNumericLiteral)
