import { numberText } from '#contract/order-number.ts'
import type { LetterContent } from './letter.ts'

/** Behind the product, which says more to a reader. */
export const numberedSubject = (subject: string, number: number): string =>
  `${subject} (${numberText(number)})`

export const numberRow = (number: number) => ({ label: 'Order number', value: String(number) })

type Said = { subject: string; content: LetterContent }

/** Of a letter about an order, which may be sealed before the number is given. */
export const withNumber = ({ subject, content }: Said, number: number): Said => ({
  subject: numberedSubject(subject, number),
  content: { ...content, rows: [...(content.rows ?? []), numberRow(number)] },
})
