import { numberText } from '#contract/order-number.ts'

/** What the audit log calls an order. */
export const shortName = ({ number, product_name }: { number: number; product_name: string }): string =>
  `${numberText(number)} · ${product_name}`
