import { numberText } from '#contract/order-number.ts'
import type { LetterContent } from './letter.ts'

/** The number goes behind the product, which tells a reader more. */
export const numberedSubject = (subject: string, number: number): string =>
  `${subject} (${numberText(number)})`

export const numberRow = (number: number) => ({ label: 'Order number', value: String(number) })

type Said = { subject: string; content: LetterContent }

/** Adds the number to a letter about an order, which may have been sealed before the order had one. */
export const withNumber = ({ subject, content }: Said, number: number): Said => ({
  subject: numberedSubject(subject, number),
  content: { ...content, rows: [...(content.rows ?? []), numberRow(number)] },
})
