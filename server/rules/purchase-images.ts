import type { Answer } from '#contract/orders.ts'

/** The pictures that a checkout or an order shows: the product's, and those with which the customer answered. */
export function imagesOf({ product_image, answers }: { product_image: string; answers: string }): string[] {
  const given: Answer[] = JSON.parse(answers)
  const pictures = given.flatMap(({ type, answer }) => (type === 'image' ? [answer] : []))
  return [product_image, ...pictures]
}
