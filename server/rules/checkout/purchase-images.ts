import type { CustomAnswer } from '#contract/orders.ts'
import { givenAnswers } from './given-answers.ts'
import type { PurchaseProblems } from './purchase.ts'

export const PICTURE_GONE = 'Add your picture again. It could not be kept for so long'

/** The pictures that a checkout or an order shows: the product's, and those that the customer sent as answers. */
export function imagesOf(bought: { product_image: string; answers: string }): string[] {
  const pictures = givenAnswers(bought).flatMap(({ type, answer }) => (type === 'image' ? [answer] : []))
  return [bought.product_image, ...pictures]
}

/** A problem for each answer whose picture is gone. */
export function gonePictures(answers: readonly CustomAnswer[], gone: ReadonlySet<string>): PurchaseProblems {
  const lost = answers.entries().filter(([, { type, answer }]) => type === 'image' && gone.has(answer))
  return new Map(lost.map(([i]) => [`answers[${i}]`, PICTURE_GONE]))
}
