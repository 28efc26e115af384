import type { CustomAnswer } from '#contract/orders.ts'

/** The customer's answers to the product's questions, of a checkout or an order. */
export const givenAnswers = ({ answers }: { answers: string }): CustomAnswer[] => JSON.parse(answers)
