import type { Answer } from '#contract/orders.ts'
import type { PurchaseProblems } from './purchase.ts'

export const PICTURE_GONE = 'Add your picture again. It could not be kept for so long'

/** The pictures that a checkout or an order shows: the product's, and those with which the customer answered. */
export function imagesOf({ product_image, answers }: { product_image: string; answers: string }): string[] {
  const given: Answer[] = JSON.parse(answers)
  const pictures = given.flatMap(({ type, answer }) => (type === 'image' ? [answer] : []))
  return [product_image, ...pictures]
}

/** A problem for each answer that names a picture which is gone. */
export function gonePictures(answers: readonly Answer[], gone: ReadonlySet<string>): PurchaseProblems {
  const lost = answers.entries().filter(([, { type, answer }]) => type === 'image' && gone.has(answer))
  return new Map(lost.map(([i]) => [`answers[${i}]`, PICTURE_GONE]))
}
