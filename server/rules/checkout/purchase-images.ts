import type { CustomAnswer } from '#contract/orders.ts'
import { givenAnswers } from './given-answers.ts'
import type { PurchaseProblems } from './purchase.ts'

export const PICTURE_GONE = 'Add your picture again. It could not be kept for so long'

/** The pictures that a checkout or an order shows: the product's, and those with which the customer answered. */
export function imagesOf(bought: { product_image: string; answers: string }): string[] {
  const pictures = givenAnswers(bought).flatMap(({ type, answer }) => (type === 'image' ? [answer] : []))
  return [bought.product_image, ...pictures]
}

/** A problem for each answer that names a picture which is gone. */
export function gonePictures(answers: readonly CustomAnswer[], gone: ReadonlySet<string>): PurchaseProblems {
  const lost = answers.entries().filter(([, { type, answer }]) => type === 'image' && gone.has(answer))
  return new Map(lost.map(([i]) => [`answers[${i}]`, PICTURE_GONE]))
}
