import type { CustomAnswer } from '#contract/orders.ts'

/** What the customer answered to the product's questions, of a checkout or an order. */
export const givenAnswers = ({ answers }: { answers: string }): CustomAnswer[] => JSON.parse(answers)
